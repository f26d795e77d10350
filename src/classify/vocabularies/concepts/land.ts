// Concepts of land cover and land use. How these texts are written: ../read-concepts.ts.
export const landConcepts = `
# land-cover: lc imageryBaseMapsEarthCover cover:land-cover geoss:ecosystems
en land cover, landcover, CORINE, ground cover, GlobeLand30
de Bodenbedeckung, Landbedeckung, Landbedeckungsmodell, CORINE
fr occupation du sol, couverture terrestre, couverture du sol, CORINE
es cobertura terrestre, cubierta terrestre, ocupación del suelo, cobertura del suelo, CORINE
it copertura del suolo, copertura del terreno, CORINE
pt ocupação do solo, cobertura do solo, coberto do solo, uso e ocupação, CORINE
nl bodembedekking, landbedekking, grondbedekking, CORINE
pl pokrycie terenu, użytkowanie i pokrycie, CORINE
sv marktäcke, marktäckedata, markslag, CORINE
ru земной покров, растительный покров земли, типы земного покрова
ja 土地被覆
zh 土地覆盖, 土地覆被, 地表覆盖

# land-use: lu planningCadastre cover:land-cover geoss:ecosystems
en land use, landuse
de Landnutzung, Bodennutzung, Flächennutzung
fr utilisation du sol, usage du sol, utilisation des terres, usage des sols
es uso del suelo, usos del suelo, uso de la tierra
it uso del suolo, utilizzo del suolo
pt uso do solo, utilização do solo, uso da terra
nl landgebruik, bodemgebruik, grondgebruik
pl użytkowanie gruntów, użytkowanie terenu, użytki gruntowe
sv markanvändning
ru землепользование, использование земель
ja 土地利用
zh 土地利用

# forest: lc imageryBaseMapsEarthCover biota cover:forest geoss:ecosystems
en forest, woodland, forests, woods, wooded area, tree cover
de Wald, Forst, Gehölz, Waldfläche
fr forêt, bois, boisement, zone boisée, massif forestier
es bosque, forestal, arbolado
it foresta, bosco, boschi, boschivo, area boscata
pt floresta, bosque, mata, área florestal
nl bos, bossen, bosgebied, woud
pl las, lasy, leśny, zalesienie, obszar leśny
sv skog, skogsmark
ru лес, леса, лесной, лесной массив
ja 森林, 林地, 林
zh 森林, 林地, 树林

# broadleaf-forest < forest
en broadleaf, broadleaved, deciduous, deciduous forest
de Laubwald, Laubholz, laubabwerfend
fr forêt de feuillus, feuillus, caducifolié
es frondosas, bosque caducifolio, latifoliadas
it bosco di latifoglie, latifoglie, caducifoglie
pt folhosas, floresta caducifólia, latifoliada
nl loofbos, loofhout
pl las liściasty, lasy liściaste
sv lövskog
ru лиственный лес, широколиственный
ja 広葉樹林, 広葉樹, 落葉樹
zh 阔叶林, 落叶林

# coniferous-forest < forest
en coniferous, conifer, needleleaf, evergreen forest
de Nadelwald, Nadelholz
fr forêt de conifères, conifères, résineux
es coníferas, bosque de coníferas, pinar
it bosco di conifere, conifere, pineta
pt coníferas, resinosas, pinhal
nl naaldbos, naaldhout
pl las iglasty, lasy iglaste
sv barrskog
ru хвойный лес, хвойный
ja 針葉樹林, 針葉樹
zh 针叶林, 针叶树

# tree < forest: lc biota environment
en tree, trees, tree inventory, tree canopy
de Baum, Bäume, Baumkataster, Baumbestand
fr arbre, arbres
es árbol, árboles, arbolado urbano
it albero, alberi, alberatura
pt árvore, árvores
nl boom, bomen
pl drzewo, drzewa, drzewostan
sv träd, trädbestånd
ru дерево, деревья
ja 樹木, 街路樹
zh 树木, 行道树

# grassland: lc imageryBaseMapsEarthCover cover:grassland geoss:ecosystems
en grassland, savanna, savannah, prairie, steppe, rangeland
de Grünland, Grasland, Steppe
fr prairie, savane, steppe, pelouse, surface en herbe
es pastizal, pradera, sabana, estepa, herbazal
it prateria, prato, savana, steppa
pt pradaria, savana, estepe, relvado
nl grasland, steppe, savanne
pl użytki zielone, step, sawanna, murawa
sv gräsmark, stäpp, savann
ru луга и степи, степь, саванна
ja 草地, 草原
zh 草地, 草原, 稀树草原

# meadow < grassland
en meadow, meadows, hay meadow
de Wiese, Mähwiese
fr pré, prairie de fauche
es prado, prados
it prati, prato stabile
pt prado, prados, lameiro
nl weide, hooiland
pl łąka, łąki
sv äng, ängsmark
ru луг, сенокос
ja 牧草地, 採草地
zh 草甸, 牧草地

# pasture < grassland: lc farming cover:cropland
en pasture, pastures, grazing land, grazing
de Weide, Weideland, Viehweide
fr pâturage, pâture, pacage
es pasto, pastos, dehesa
it pascolo, pascoli
pt pastagem, pastagens
nl weiland, begrazing
pl pastwisko, pastwiska
sv betesmark, bete
ru пастбище, выпас
ja 放牧地, 牧地
zh 牧场, 放牧

# shrubland: lc imageryBaseMapsEarthCover cover:shrubland geoss:ecosystems
en shrubland, shrub, scrub, scrubland, heath, heathland, bushland, maquis
de Strauch, Gebüsch, Heide, Strauchformation, Buschland
fr arbuste, garrigue, maquis, lande, broussailles, fourré
es matorral, arbusto, arbustivo, brezal
it arbusteto, macchia mediterranea, cespugliato, brughiera, arbusti
pt matos, arbusto, arbustivo, charneca, mato
nl struweel, struik, heide, kreupelhout
pl zarośla, krzewy, wrzosowisko, zakrzewienie
sv buskmark, buskar, hedmark
ru кустарник, кустарники, пустошь
ja 低木林, 低木, 灌木
zh 灌木, 灌丛, 灌木林

# wetland: lc environment cover:wetland geoss:ecosystems
en wetland, wetlands, marsh, swamp, saltmarsh, salt marsh, mudflat, ramsar
de Feuchtgebiet, Sumpf, Feuchtfläche, Salzwiese
fr zone humide, zones humides, marais, milieu humide, marécage
es humedal, humedales, marisma, pantano, zona húmeda
it zona umida, zone umide, palude, area umida
pt zona húmida, zonas húmidas, sapal, pântano, área úmida
nl wetland, moeras, drasland, kwelder
pl mokradło, mokradła, bagno, tereny podmokłe
sv våtmark, sumpmark, kärr
ru водно-болотные угодья, болото, заболоченный, болота
ja 湿地, 湿原, 沼地
zh 湿地, 沼泽

# peat-bog < wetland
en bog, peat, peatland, peat bog, mire, fen
de Moor, Hochmoor, Torf, Niedermoor
fr tourbière, tourbe
es turbera, turba
it torbiera, torba
pt turfeira, turfa
nl veen, hoogveen, laagveen
pl torfowisko, torf
sv torvmark, mosse, myr
ru торфяник, торф
ja 泥炭地, 泥炭
zh 泥炭地, 泥炭

# mangrove < wetland: lc biota cover:wetland
en mangrove, mangroves
de Mangrove
fr mangrove
es manglar, mangle
it mangrovia, mangrovie
pt mangue, mangal, manguezal
nl mangrove
pl namorzyn, mangrowe
sv mangrove
ru мангровый, мангры
ja マングローブ
zh 红树林

# tundra: lc imageryBaseMapsEarthCover cover:tundra geoss:ecosystems
en tundra, lichen, moss
de Tundra, Flechten, Moose
fr toundra, lichen, mousse
es tundra, líquenes, musgo
it tundra, licheni, muschio
pt tundra, líquenes, musgo
nl toendra, korstmos
pl tundra, porosty
sv tundra, lavar
ru тундра, лишайник
ja ツンドラ, 地衣類
zh 苔原, 冻原

# cropland: lc farming cover:cropland geoss:agriculture
en cropland, arable land, farmland, cultivated land, crop field, agricultural land, agricultural parcel
de Ackerland, Acker, Ackerfläche, landwirtschaftliche Fläche, Feldblock
fr terre arable, terres cultivées, terre agricole, parcelle agricole, registre parcellaire, culture
es tierra de cultivo, tierras de labor, cultivo, tierra agrícola
it seminativo, seminativi, terreno agricolo, superficie agricola, coltivazione
pt terra arável, terras agrícolas, cultivo, lavoura, área agrícola
nl akker, bouwland, akkerland, landbouwgrond, gewasperceel
pl grunty orne, pola uprawne, grunt rolny, działka rolna
sv åkermark, åker, odlingsmark, jordbruksmark
ru пашня, пахотные земли, сельскохозяйственные угодья
ja 農地, 耕地, 畑
zh 耕地, 农田, 农用地

# rice-field < cropland
en rice, paddy, rice field, paddy field
de Reisfeld, Reisanbau
fr rizière, riz
es arrozal, arroz
it risaia, riso
pt arrozal, arroz
nl rijstveld, rijst
pl pole ryżowe, ryż
sv risfält, risodling
ru рисовое поле, рис
ja 水田, 稲作, 田
zh 水田, 稻田, 水稻

# vineyard < cropland
en vineyard, vineyards, grapevine, viticulture
de Weinberg, Rebfläche, Weinbau
fr vigne, vignoble, viticulture
es viñedo, viñedos, vid
it vigneto, vigneti, viticoltura
pt vinha, vinhas, viticultura
nl wijngaard, wijnbouw
pl winnica, winnice
sv vingård, vinodling
ru виноградник, виноградники
ja ぶどう園, ブドウ畑
zh 葡萄园

# orchard < cropland
en orchard, orchards, fruit trees, olive grove, olive
de Obstgarten, Obstbau, Streuobst, Olivenhain
fr verger, vergers, oliveraie, olivier
es frutal, frutales, olivar, huerto
it frutteto, frutteti, oliveto, uliveto
pt pomar, pomares, olival
nl boomgaard, fruitteelt, olijfgaard
pl sad, sady owocowe, gaj oliwny
sv fruktodling, olivlund
ru фруктовый сад, сады, оливковая роща
ja 果樹園
zh 果园, 橄榄园

# greenhouse < cropland: af farming
en greenhouse, glasshouse, greenhouses
de Gewächshaus, Glashaus
fr serre agricole, serres
es invernadero
it serra agricola, serre
pt estufa agrícola, estufas
nl kassen, glastuinbouw
pl szklarnia
sv växthus
ru теплица
ja 温室, ビニールハウス
zh 温室, 大棚

# urban-area: lc lu imageryBaseMapsEarthCover cover:impervious
en urban area, urban, built-up, built up area, settlement area, artificial surface, urban atlas, urbanized
de Siedlungsfläche, Siedlung, bebaut, Stadtgebiet, Urban Atlas, bebautes Gebiet
fr zone urbaine, agglomération, tache urbaine, espace urbanisé, zone bâtie, surface artificialisée
es zona urbana, suelo urbano, área urbana, superficie artificial, urbanizado
it area urbana, urbanizzato, area edificata, superficie artificiale, centro abitato
pt área urbana, zona urbana, tecido urbano, território artificializado, urbanizado
nl stedelijk gebied, bebouwing, bebouwde kom, bebouwd gebied
pl tereny zabudowane, obszar zurbanizowany, zabudowa
sv tätort, bebyggelse, tätortsområde, bebyggd mark
ru городская территория, застройка, застроенная территория, населённые территории
ja 市街地, 都市域, 建物用地
zh 城市用地, 建成区, 城区, 建设用地

# impervious-surface < urban-area: lc imageryBaseMapsEarthCover
en impervious, imperviousness, sealed surface, soil sealing, paved area
de Versiegelung, Bodenversiegelung, versiegelt
fr imperméabilisation, surface imperméable, artificialisation des sols
es impermeabilización, superficie impermeable, sellado del suelo
it impermeabilizzazione, superficie impermeabile, consumo di suolo
pt impermeabilização, superfície impermeável
nl verharding, verhard oppervlak, bodemafdekking
pl powierzchnia nieprzepuszczalna, uszczelnienie gleby
sv hårdgjord yta, hårdgjorda
ru водонепроницаемая поверхность, запечатанность почв
ja 不浸透面, 不透水
zh 不透水面, 不透水

# landfill: us pf environment cover:impervious
en landfill, dump site, waste disposal site
de Deponie, Mülldeponie
fr décharge, site d'enfouissement
es vertedero, relleno sanitario
it discarica, discariche
pt aterro sanitário, lixeira
nl stortplaats, vuilstort
pl składowisko odpadów, wysypisko
sv deponi, soptipp
ru свалка, полигон отходов
ja 埋立処分場, 最終処分場
zh 垃圾填埋场, 填埋场

# bare-land: lc imageryBaseMapsEarthCover cover:barren
en bare land, barren, bare ground, bare soil, bare rock, barren land, sparsely vegetated, badlands
de offener Boden, vegetationslos, Ödland, Felsfläche, Brachfläche
fr sol nu, terrain nu, roche nue, végétation clairsemée
es suelo desnudo, roquedo, terreno desnudo, erial
it suolo nudo, terreno nudo, roccia nuda, rocce nude
pt solo nu, rocha nua, vegetação esparsa
nl kale grond, kale bodem, onbegroeid
pl odkryta gleba, nieużytki, odsłonięte skały
sv öppen mark, kalt berg, bar mark
ru открытая почва, голые земли, оголённый грунт
ja 裸地, 荒地
zh 裸地, 裸土, 荒地

# desert < bare-land
en desert, gobi
de Wüste
fr désert
es desierto
it deserto
pt deserto
nl woestijn
pl pustynia
sv öken
ru пустыня
ja 砂漠
zh 沙漠, 荒漠, 戈壁

# sand < bare-land: ge geoscientificInformation cover:barren
en sand dune, dune, dunes, sand, sands, gravel
de Düne, Dünen, Sand, Kies
fr dune, sable, gravier
es duna, arena, grava
it duna, sabbia, ghiaia
pt duna, areia, cascalho
nl duin, duinen, zand, grind
pl wydma, wydmy, piasek, żwir
sv sanddyn, sand, grus
ru дюны, песок, гравий
ja 砂丘, 砂地, 砂利
zh 沙丘, 沙地, 砾石

# snow: lc climatologyMeteorologyAtmosphere cover:snow geoss:climate
en snow, snow cover, snowpack, snow depth, snow water equivalent
de Schnee, Schneedecke, Schneehöhe
fr neige, manteau neigeux, enneigement
es nieve, manto nival, cobertura de nieve
it neve, manto nevoso, innevamento
pt neve, cobertura de neve
nl sneeuw, sneeuwbedekking
pl śnieg, pokrywa śnieżna
sv snö, snötäcke, snödjup
ru снег, снежный покров
ja 積雪, 雪, 積雪深
zh 积雪, 雪, 雪盖

# glacier: lc geoscientificInformation cover:snow geoss:climate
en glacier, glaciers, ice sheet, ice cap, ice field, glacial
de Gletscher, Eisschild, Vergletscherung
fr glacier, calotte glaciaire, glaciers
es glaciar, glaciares, casquete glaciar
it ghiacciaio, ghiacciai, calotta glaciale
pt glaciar, geleira, calota de gelo
nl gletsjer, ijskap
pl lodowiec, lądolód
sv glaciär, inlandsis
ru ледник, ледниковый щит, ледники
ja 氷河, 氷床
zh 冰川, 冰盖

# vegetation: lc biota cover:vegetation geoss:ecosystems
en vegetation, plant cover, herbaceous, vegetation map
de Vegetation, Bewuchs, Pflanzendecke
fr végétation, couvert végétal
es vegetación, cubierta vegetal
it vegetazione, copertura vegetale
pt vegetação, coberto vegetal
nl vegetatie, begroeiing
pl roślinność, szata roślinna
sv vegetation, växtlighet
ru растительность, растительный покров
ja 植生
zh 植被

# vegetation-index < vegetation: lc imageryBaseMapsEarthCover cover:vegetation
en vegetation index, NDVI, EVI, leaf area index, LAI, greenness
de Vegetationsindex, NDVI, Blattflächenindex
fr indice de végétation, NDVI, indice foliaire
es índice de vegetación, NDVI, índice de área foliar
it indice di vegetazione, NDVI
pt índice de vegetação, NDVI
nl vegetatie-index, NDVI
pl wskaźnik wegetacji, NDVI, indeks wegetacji
sv vegetationsindex, NDVI
ru вегетационный индекс, NDVI
ja 植生指数, NDVI
zh 植被指数, NDVI

# green-space: lu lc environment society
en green space, park, parks, public garden, urban green, open space
de Grünfläche, Park, Parkanlage, Grünanlage
fr espace vert, espaces verts, parc, jardin public
es zona verde, zonas verdes, parque, espacio verde
it area verde, verde pubblico, parco, giardino pubblico
pt espaço verde, área verde, parque, jardim público
nl groenvoorziening, openbaar groen, park, plantsoen
pl zieleń miejska, park, tereny zielone
sv grönområde, park, grönyta
ru зелёные насаждения, парк, озеленённая территория
ja 緑地, 公園
zh 绿地, 公园
`;
