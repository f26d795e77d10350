// Bounding boxes of continents, seas and larger regions (west, south, east, north in degrees), with names in several languages.
export const regionBoxes = `
africa -18 -35 52 38: Africa, Afrika, Afrique, África, Afryka, Африка, アフリカ, 非洲
antarctica -180 -90 180 -60: Antarctica, Antarktis, Antarctique, Antártida, Antartide, Antarktyda, Антарктида, 南極, 南极洲
asia 26 -11 180 82: Asia, Asien, Asie, Ásia, Azië, Azja, Азия, アジア, 亚洲
europe -25 34 45 72: Europe, Europa, Европа, ヨーロッパ, 欧洲, Euroopa
north-america -168 7 -52 84: North America, Nordamerika, Amérique du Nord, América del Norte, Noord-Amerika, Северная Америка
south-america -82 -56 -34 13: South America, Südamerika, Amérique du Sud, América del Sur, Zuid-Amerika, Южная Америка
oceania 110 -48 -130 20: Oceania, Ozeanien, Océanie, Oceanía, Oceanië, Океания
central-america -92.5 7 -77 18.5: Central America, Mittelamerika, Amérique centrale, América Central
middle-east 26 12 63.5 42.5: Middle East, Near East, Naher Osten, Nahost, Moyen-Orient, Oriente Medio, Medio Oriente, Ближний Восток
southeast-asia 92 -11 141 28.6: Southeast Asia, Südostasien, Asie du Sud-Est, Sudeste Asiático
scandinavia 4 54.5 31.6 71.3: Scandinavia, Skandinavien, Scandinavie, Escandinavia, Скандинавия
balkans 13.4 34.7 29.7 46.6: Balkans, Balkan, Balcanes, Balcani, Балканы
baltics 20.9 53.9 28.3 59.8: Baltics, Baltic states, Baltikum, Pays baltes, Países bálticos
benelux 2.5 49.4 7.3 53.6: Benelux
alps 5 43.5 16.5 48.3: Alps, Alpen, Alpes, Alpi, Alpy, Альпы
pyrenees -2 42 3.3 43.4: Pyrenees, Pyrenäen, Pyrénées, Pirineos, Pirineus
carpathians 16 44 27 50.5: Carpathians, Karpaten, Carpates, Karpaty, Карпаты
himalaya 72 26 98 37: Himalaya, Himalayas, Himalaja, Гималаи
andes -80 -56 -62 12: Andes, Anden, Cordillera de los Andes
sahara -17 15 38 34: Sahara, Sáhara, Сахара
sahel -18 11 39 18: Sahel
amazon -80 -20 -44 6: Amazon, Amazonia, Amazonas, Amazonie, Amazônia
siberia 60 49 180 77: Siberia, Sibirien, Sibérie, Сибирь
arctic -180 66.5 180 90: Arctic, Arktis, Arctique, Ártico, Artico, Арктика, 北極
caribbean -89 9 -59 27: Caribbean, Karibik, Caraïbes, Caribe, Карибы
patagonia -76 -56 -62 -36: Patagonia, Patagonien
alaska -180 51 -129.9 71.5: Alaska, Аляска
hawaii -160.6 18.8 -154.7 22.4: Hawaii, Hawái, Гавайи
california -124.5 32.5 -114.1 42.1: California, Kalifornien, Californie, Калифорния
texas -106.7 25.8 -93.5 36.6: Texas, Техас
florida -87.7 24.4 -79.9 31.1: Florida, Флорида
colorado -109.1 36.9 -102 41.1: Colorado
oregon -124.6 41.9 -116.4 46.3: Oregon
washington-state -124.9 45.5 -116.9 49.1: Washington State
new-york-state -79.8 40.4 -71.8 45.1: New York State
quebec -79.8 44.9 -57 62.7: Quebec, Québec
ontario -95.2 41.6 -74.3 56.9: Ontario
british-columbia -139.1 48.2 -114 60.1: British Columbia
england -6.5 49.8 1.8 55.9: England, Angleterre, Inglaterra, Inghilterra, Engeland, Anglia, Англия
scotland -8.7 54.6 -0.7 60.9: Scotland, Schottland, Écosse, Escocia, Scozia, Schotland, Szkocja, Шотландия
wales -5.4 51.3 -2.6 53.5: Wales, Pays de Galles, Gales, Galles
northern-ireland -8.2 54 -5.4 55.4: Northern Ireland, Nordirland, Irlande du Nord
bavaria 8.9 47.2 13.9 50.6: Bavaria, Bayern, Bavière, Baviera, Beieren, Bawaria, Бавария
saxony 11.8 50.1 15.1 51.7: Saxony, Sachsen, Saxe, Sajonia
hesse 7.7 49.3 10.3 51.7: Hesse, Hessen
baden-wurttemberg 7.5 47.5 10.5 49.8: Baden-Württemberg
lower-saxony 6.6 51.2 11.6 53.9: Lower Saxony, Niedersachsen
north-rhine-westphalia 5.8 50.3 9.5 52.6: North Rhine-Westphalia, Nordrhein-Westfalen, NRW
brandenburg 11.2 51.3 14.8 53.6: Brandenburg
thuringia 9.8 50.2 12.7 51.7: Thuringia, Thüringen
schleswig-holstein 7.8 53.3 11.4 55.1: Schleswig-Holstein
rhineland-palatinate 6.1 48.9 8.6 51: Rhineland-Palatinate, Rheinland-Pfalz
berlin 13 52.3 13.8 52.7: Berlin, Берлин
hamburg 9.7 53.3 10.4 53.8: Hamburg
tyrol 10 46.6 13 47.8: Tyrol, Tirol
flanders 2.5 50.6 6 51.6: Flanders, Vlaanderen, Flandern, Flandre
wallonia 2.8 49.5 6.4 50.9: Wallonia, Wallonie, Wallonië
brittany -5.2 47.2 -1 48.9: Brittany, Bretagne, Bretaña
normandy -2 48.1 1.8 50.1: Normandy, Normandie, Normandía
corsica 8.5 41.3 9.6 43.1: Corsica, Korsika, Corse, Córcega
catalonia 0.1 40.5 3.4 42.9: Catalonia, Catalunya, Cataluña, Katalonien, Catalogne, Catalogna
andalusia -7.6 35.9 -1.6 38.8: Andalusia, Andalucía, Andalusien, Andalousie
galicia -9.4 41.8 -6.7 43.8: Galicia, Galiza, Galicien
canary-islands -18.2 27.6 -13.3 29.5: Canary Islands, Islas Canarias, Canarias, Kanarische Inseln, Kanaren, Îles Canaries
azores -31.4 36.9 -25 39.8: Azores, Açores, Azoren
madeira -17.3 32.4 -16.2 33.2: Madeira
sicily 12.3 36.6 15.7 38.4: Sicily, Sicilia, Sizilien, Sicile
sardinia 8.1 38.8 9.9 41.3: Sardinia, Sardegna, Sardinien, Sardaigne
tuscany 9.7 42.2 12.4 44.5: Tuscany, Toscana, Toskana, Toscane
lombardy 8.5 44.7 11.4 46.7: Lombardy, Lombardia, Lombardei, Lombardie
south-tyrol 10.4 46.2 12.5 47.1: South Tyrol, Südtirol, Alto Adige
crete 23.5 34.8 26.4 35.7: Crete, Kreta, Crète, Creta
lapland 15 65 31.6 70.1: Lapland, Lappland, Laponie
svalbard 10 76.4 34 80.9: Svalbard, Spitzbergen, Spitsbergen
crimea 32.4 44.3 36.7 46.2: Crimea, Krim, Crimée, Крым
tasmania 143.8 -43.7 148.5 -39.5: Tasmania, Tasmanien, Tasmanie
queensland 137.9 -29.2 153.6 -10: Queensland
new-south-wales 140.9 -37.6 153.7 -28.1: New South Wales
hokkaido 139.3 41.3 145.9 45.6: Hokkaido, 北海道
tibet 78.4 26.8 99.1 36.5: Tibet, Тибет, 西藏
kashmir 73.7 32.2 80.4 37.1: Kashmir, Kaschmir
new-caledonia 163.5 -22.8 168.2 -19.5: New Caledonia, Nouvelle-Calédonie
reunion 55.2 -21.4 55.9 -20.8: Réunion
french-guiana -54.6 2.1 -51.6 5.8: French Guiana, Guyane
atlantic -83 -60 20 68: Atlantic, Atlantic Ocean, Atlantik, Atlantique, Atlántico, Atlantico, Атлантика
pacific 120 -60 -70 66: Pacific, Pacific Ocean, Pazifik, Pacifique, Pacífico, Тихий океан, 太平洋
indian-ocean 20 -60 147 30: Indian Ocean, Indischer Ozean, Océan Indien, Océano Índico, Индийский океан
southern-ocean -180 -80 180 -60: Southern Ocean, Südpolarmeer, Océan Austral
mediterranean -6 30 36.3 46: Mediterranean, Mediterranean Sea, Mittelmeer, Méditerranée, Mediterráneo, Mediterraneo, Средиземное море
adriatic 12.2 39.7 20 45.9: Adriatic, Adriatic Sea, Adria, Adriatique, Adriático, Adriatico
aegean 22.5 35 28.5 41: Aegean, Aegean Sea, Ägäis, Égée, Egeo
black-sea 27.4 40.9 41.8 46.8: Black Sea, Schwarzes Meer, Mer Noire, Mar Negro, Mar Nero, Чёрное море
baltic-sea 9.4 53.9 30.3 65.9: Baltic Sea, Ostsee, Mer Baltique, Mar Báltico, Östersjön, Oostzee, Bałtyk, Балтийское море
north-sea -4.4 51 12 61: North Sea, Nordsee, Mer du Nord, Mar del Norte, Noordzee, Nordsjön, Morze Północne, Северное море
wadden-sea 4.7 52.9 9.1 55.6: Wadden Sea, Wattenmeer, Waddenzee
norwegian-sea -15 61 20 76: Norwegian Sea, Norskehavet
barents-sea 16 66 68 82: Barents Sea, Barentssee, Баренцево море
english-channel -6 48.5 2 51.2: English Channel, Ärmelkanal, La Manche
bay-of-biscay -10 43.3 -1 48.5: Bay of Biscay, Golf von Biskaya, Golfe de Gascogne, Golfo de Vizcaya
irish-sea -7 51.5 -2.8 55: Irish Sea
caspian 46.5 36.5 54.1 47.2: Caspian, Caspian Sea, Kaspisches Meer, Mer Caspienne, Каспийское море
red-sea 32.3 12.4 43.5 30: Red Sea, Rotes Meer, Mer Rouge, Mar Rojo
persian-gulf 47.6 23.9 56.5 30.6: Persian Gulf, Persischer Golf, Golfe Persique
arabian-sea 50 8 77 26: Arabian Sea, Arabisches Meer
bay-of-bengal 79 5 95 23: Bay of Bengal, Golf von Bengalen
south-china-sea 99 -3 122 26: South China Sea, Südchinesisches Meer, 南海
gulf-of-mexico -98 18 -80 31: Gulf of Mexico, Golf von Mexiko, Golfe du Mexique, Golfo de México
hudson-bay -95 51 -76 64.5: Hudson Bay
great-lakes -92.2 41.3 -76 49.1: Great Lakes, Große Seen, Grands Lacs
lake-constance 8.8 47.4 9.8 47.9: Lake Constance, Bodensee, Lac de Constance
lake-geneva 6.1 46.1 7 46.6: Lake Geneva, Genfersee, Lac Léman
`;
