// Concepts of people, services and culture. How these texts are written: ../read-concepts.ts.
export const societyConcepts = `
# population: pd society geoss:health
en population, demography, demographic, inhabitants, census, population density, household
de Bevölkerung, Einwohner, Demografie, Bevölkerungsdichte, Zensus, Haushalte
fr population, démographie, habitants, recensement, densité de population, ménages
es población, demografía, habitantes, censo, densidad de población, hogares
it popolazione, demografia, abitanti, censimento, densità di popolazione
pt população, demografia, habitantes, censos, recenseamento, densidade populacional
nl bevolking, inwoners, demografie, bevolkingsdichtheid, volkstelling, huishoudens
pl ludność, mieszkańcy, demografia, gęstość zaludnienia, spis powszechny, ludności
sv befolkning, invånare, demografi, befolkningstäthet, folkräkning, hushåll
ru население, демография, жители, плотность населения, перепись
ja 人口, 人口密度, 国勢調査, 世帯
zh 人口, 人口密度, 人口普查

# migration: pd society
en migration, immigrants, refugees, refugee camp
de Migration, Zuwanderung, Flüchtlinge
fr migration, immigrés, réfugiés
es migración, inmigrantes, refugiados
it migrazione, immigrati, rifugiati
pt migração, imigrantes, refugiados
nl migratie, immigranten, vluchtelingen
pl migracja, imigranci, uchodźcy
sv migration, invandrare, flyktingar
ru миграция, беженцы, мигранты
ja 移民, 難民
zh 移民, 难民

# health: hh health geoss:health
en health, public health, disease, mortality, epidemic, malaria, COVID-19, epidemiology
de Gesundheit, Krankheit, Sterblichkeit, Epidemie, COVID-19
fr santé, santé publique, maladie, mortalité, épidémie, COVID-19
es salud, salud pública, enfermedad, mortalidad, epidemia, COVID-19
it salute, sanità, malattia, mortalità, epidemia, COVID-19
pt saúde, saúde pública, doença, mortalidade, epidemia, COVID-19
nl gezondheid, volksgezondheid, ziekte, sterfte, epidemie, COVID-19
pl zdrowie, zdrowie publiczne, choroba, umieralność, epidemia, COVID-19
sv hälsa, folkhälsa, sjukdom, dödlighet, epidemi, COVID-19
ru здоровье, здравоохранение, заболевание, смертность, эпидемия, COVID-19
ja 健康, 公衆衛生, 疾病, 感染症, 死亡率
zh 健康, 公共卫生, 疾病, 死亡率, 疫情

# hospital: us hh health structure geoss:health
en hospital, hospitals, clinic, health facility, pharmacy, doctor
de Krankenhaus, Krankenhäuser, Klinik, Apotheke, Arzt
fr hôpital, hôpitaux, clinique, pharmacie, établissement de santé
es hospital, hospitales, clínica, farmacia, centro de salud
it ospedale, ospedali, clinica, farmacia, presidio sanitario
pt hospital, hospitais, clínica, farmácia, centro de saúde
nl ziekenhuis, ziekenhuizen, kliniek, apotheek
pl szpital, szpitale, przychodnia, apteka
sv sjukhus, vårdcentral, apotek
ru больница, больницы, поликлиника, аптека
ja 病院, 医療機関, 診療所, 薬局
zh 医院, 诊所, 药店

# school: us society structure
en school, schools, education, kindergarten, school district, childcare
de Schule, Schulen, Bildung, Kindergarten, Kita, Schulbezirk
fr école, écoles, enseignement, collège, lycée, crèche
es escuela, colegio, educación, centro educativo, colegios, guardería
it scuola, scuole, istruzione, asilo
pt escola, escolas, educação, ensino, creche
nl school, scholen, onderwijs, kinderopvang, basisschool
pl szkoła, szkoły, edukacja, przedszkole
sv skola, skolor, utbildning, förskola
ru школа, школы, образование, детский сад
ja 学校, 小学校, 教育, 保育所
zh 学校, 教育, 幼儿园

# university < school
en university, universities, campus, college
de Universität, Hochschule, Universitäten, Campus
fr université, universités, enseignement supérieur
es universidad, universidades, campus universitario
it università, ateneo
pt universidade, universidades, ensino superior
nl universiteit, hogeschool, universiteiten
pl uniwersytet, uczelnia, uczelnie
sv universitet, högskola
ru университет, вуз
ja 大学
zh 大学, 高校

# emergency-service: us hh society structure
en fire station, police station, police, emergency service, fire department, ambulance, hydrant
de Feuerwehr, Polizei, Rettungsdienst, Feuerwache, Hydrant
fr caserne de pompiers, police, secours, gendarmerie, pompiers
es bomberos, policía, servicio de emergencia, parque de bomberos
it vigili del fuoco, polizia, pronto soccorso, caserma
pt bombeiros, polícia, serviço de emergência
nl brandweer, politie, hulpdiensten, brandweerkazerne
pl straż pożarna, policja, służby ratownicze, pogotowie
sv brandstation, polis, räddningstjänst
ru пожарная часть, полиция, экстренные службы, МЧС
ja 消防署, 警察署, 救急
zh 消防站, 警察局, 急救

# crime: hh society
en crime, crimes, burglary, robbery, homicide
de Kriminalität, Straftaten, Einbruch
fr criminalité, délinquance, cambriolage
es delincuencia, delitos, criminalidad, crimen
it criminalità, reati, delitti
pt criminalidade, crimes, delitos
nl criminaliteit, misdaad, inbraak
pl przestępczość, przestępstwa
sv brott, brottslighet, inbrott
ru преступность, преступления
ja 犯罪, 犯罪発生
zh 犯罪, 治安

# public-service: us society structure
en public service, government building, public facility, town hall, public services, post office
de öffentliche Einrichtung, Behörde, Rathaus, Dienststelle, Versorgungseinrichtung
fr service public, équipement public, mairie, administration
es servicio público, equipamiento público, ayuntamiento, oficina de correos
it servizio pubblico, edificio pubblico, municipio, servizi pubblici
pt serviço público, equipamento público, câmara municipal, correios
nl openbare dienst, overheidsdienst, gemeentehuis, publieke voorziening
pl usługi publiczne, urząd, obiekt użyteczności publicznej
sv offentlig service, myndighet, samhällsservice
ru государственные услуги, административные здания, учреждение
ja 公共施設, 役所, 市役所
zh 公共服务, 公共设施, 政府机构

# election: au society boundaries
en election, electoral district, polling station, constituency, voting district, precinct
de Wahl, Wahlkreis, Wahlbezirk, Wahllokal
fr élection, circonscription électorale, bureau de vote
es elección, distrito electoral, colegio electoral, elecciones
it elezioni, collegio elettorale, seggio elettorale
pt eleição, círculo eleitoral, eleições
nl verkiezing, kiesdistrict, stembureau, verkiezingen
pl wybory, okręg wyborczy, obwód głosowania
sv val, valdistrikt, vallokal, valkrets
ru выборы, избирательный округ, избирательный участок
ja 選挙, 選挙区, 投票所
zh 选举, 选区

# employment: pd society economy
en employment, unemployment, labor market, workforce, jobs
de Beschäftigung, Arbeitslosigkeit, Arbeitsmarkt, Arbeitsplätze
fr emploi, chômage, marché du travail
es empleo, desempleo, mercado laboral, paro
it occupazione lavorativa, disoccupazione, mercato del lavoro
pt emprego, desemprego, mercado de trabalho
nl werkgelegenheid, werkloosheid, arbeidsmarkt
pl zatrudnienie, bezrobocie, rynek pracy
sv sysselsättning, arbetslöshet, arbetsmarknad
ru занятость, безработица, рынок труда
ja 雇用, 失業率, 労働
zh 就业, 失业

# income: pd economy society
en income, poverty, deprivation, wealth, salary
de Einkommen, Armut, Kaufkraft
fr revenu, revenus, pauvreté, salaire
es renta, ingresos, pobreza, salario
it reddito, povertà, redditi
pt rendimento familiar, pobreza, renda
nl inkomen, armoede, inkomens
pl dochód, ubóstwo, dochody
sv inkomst, fattigdom, inkomster
ru доходы населения, бедность, доход
ja 所得, 貧困
zh 收入, 贫困

# tourism: society economy
en tourism, tourist attraction, hotel, sightseeing, point of interest, points of interest, campsite, restaurant
de Tourismus, Sehenswürdigkeit, Hotel, Ausflugsziel, Campingplatz, Fremdenverkehr
fr tourisme, attraction touristique, hôtel, point d'intérêt, camping, touristique
es turismo, atracción turística, hotel, punto de interés, turístico, alojamiento
it turismo, attrazione turistica, albergo, punto di interesse, turistico, campeggio
pt turismo, atração turística, hotel, ponto de interesse, alojamento
nl toerisme, bezienswaardigheid, hotel, camping, recreatie
pl turystyka, atrakcja turystyczna, hotel, noclegi, zabytki turystyczne
sv turism, sevärdhet, hotell, camping, besöksmål
ru туризм, достопримечательность, гостиница, туристический
ja 観光, 観光地, 宿泊施設, ホテル
zh 旅游, 景点, 酒店

# recreation: lu society
en sport, sports facility, recreation, playground, stadium, swimming pool, golf course
de Sport, Sportanlage, Spielplatz, Freizeit, Schwimmbad, Erholung
fr sport, équipement sportif, loisirs, aire de jeux, piscine, stade
es deporte, instalación deportiva, ocio, parque infantil, piscina
it sport, impianto sportivo, tempo libero, parco giochi, piscina
pt desporto, instalação desportiva, lazer, parque infantil, piscina
nl sport, sportveld, speelplaats, zwembad, speeltuin
pl sport, obiekt sportowy, rekreacja, plac zabaw, basen
sv sport, idrottsanläggning, lekplats, fritid, friluftsliv
ru спорт, спортивный объект, отдых, детская площадка, бассейн плавательный
ja スポーツ, 運動施設, レクリエーション, 遊び場
zh 体育, 体育设施, 休闲, 游乐场

# cultural-heritage: ps society
en cultural heritage, monument, listed building, heritage site, world heritage, historic site, monuments
de Denkmal, Kulturdenkmal, Baudenkmal, Denkmalschutz, Welterbe, Kulturerbe
fr patrimoine, monument historique, patrimoine culturel, monuments historiques, patrimoine mondial
es patrimonio cultural, monumento, bien de interés cultural, patrimonio histórico
it patrimonio culturale, monumento, beni culturali, beni architettonici
pt património cultural, monumento, patrimônio histórico, imóvel classificado
nl cultureel erfgoed, monument, rijksmonument, monumenten, werelderfgoed
pl zabytek, zabytki, dziedzictwo kulturowe, rejestr zabytków
sv kulturarv, byggnadsminne, kulturmiljö, fornminne, världsarv
ru культурное наследие, памятник, памятники архитектуры, объект культурного наследия
ja 文化財, 文化遺産, 史跡, 世界遺産
zh 文化遗产, 文物, 古迹, 世界遗产

# archaeology < cultural-heritage
en archaeology, archaeological site, archaeological, archeological, excavation
de Archäologie, Bodendenkmal, archäologische Fundstelle, archäologisch
fr archéologie, site archéologique, archéologique, fouille
es arqueología, yacimiento arqueológico, arqueológico
it archeologia, sito archeologico, archeologico
pt arqueologia, sítio arqueológico, arqueológico
nl archeologie, archeologische vindplaats, archeologisch
pl archeologia, stanowisko archeologiczne, archeologiczny
sv arkeologi, fornlämning, fornlämningar
ru археология, археологический памятник, археологический
ja 遺跡, 考古学, 埋蔵文化財
zh 考古, 考古遗址, 遗址

# museum: us society
en museum, museums, library, theater, theatre, gallery, libraries
de Museum, Museen, Bibliothek, Theater, Bücherei
fr musée, musées, bibliothèque, théâtre, médiathèque
es museo, museos, biblioteca, teatro
it museo, musei, biblioteca, teatro
pt museu, museus, biblioteca, teatro
nl museum, musea, bibliotheek, theater
pl muzeum, muzea, biblioteka, teatr
sv museum, bibliotek, teater, museer
ru музей, музеи, библиотека, театр
ja 博物館, 図書館, 美術館, 劇場
zh 博物馆, 图书馆, 剧院

# religion: us society
en church, churches, mosque, place of worship, temple, parish, cemetery
de Kirche, Kirchen, Moschee, Gotteshaus, Friedhof, Pfarrei
fr église, églises, mosquée, lieu de culte, cimetière, paroisse
es iglesia, iglesias, mezquita, lugar de culto, cementerio, parroquia
it chiesa, chiese, moschea, luogo di culto, cimitero, parrocchia
pt igreja, igrejas, mesquita, lugar de culto, cemitério, paróquia
nl kerk, kerken, moskee, begraafplaats, gebedshuis
pl kościół, kościoły, meczet, cmentarz, parafia
sv kyrka, kyrkor, moské, kyrkogård, församling
ru церковь, церкви, мечеть, кладбище, храм
ja 教会, 寺院, 神社, 墓地
zh 教堂, 寺庙, 清真寺, 公墓

# language: pd society
en languages spoken, language area, linguistic, dialect
de Sprachgebiet, Sprachraum, Dialekt
fr aire linguistique, langues parlées, dialecte
es área lingüística, lenguas habladas, dialecto
it area linguistica, lingue parlate, dialetto
pt área linguística, línguas faladas, dialeto
nl taalgebied, dialect, gesproken talen
pl obszar językowy, dialekt, gwara
sv språkområde, dialekt
ru языковая карта, диалект, языки народов
ja 言語分布, 方言
zh 语言分布, 方言

# military: intelligenceMilitary
en military, military base, defense, defence, military area, firing range
de Militär, militärisch, Truppenübungsplatz, Verteidigung, Bundeswehr
fr militaire, défense nationale, zone militaire, champ de tir
es militar, defensa nacional, zona militar, campo de tiro
it militare, difesa nazionale, zona militare, poligono di tiro
pt militar, defesa nacional, zona militar, campo de tiro
nl militair, defensie, militair terrein, schietterrein
pl wojskowy, obrona narodowa, poligon, teren wojskowy
sv militär, försvar, skjutfält, militärt område
ru военный, оборона, полигон, воинская часть
ja 軍事, 自衛隊, 演習場
zh 军事, 国防, 军事区
`;
