// Concepts of inland waters. How these texts are written: ../read-concepts.ts.
export const waterConcepts = `
# inland-water: hy inlandWaters cover:water geoss:water
en inland water, water, surface water, water body, waterbody, hydrography, watercourse, open water
de Gewässer, Wasser, Oberflächengewässer, Binnengewässer, Gewässernetz, Hydrographie
fr eau de surface, eau, plan d'eau, hydrographie, réseau hydrographique, cours d'eau, masse d'eau
es agua superficial, agua, masa de agua, hidrografía, red hidrográfica, aguas continentales, cuerpo de agua
it acque superficiali, acqua, corpo idrico, idrografia, reticolo idrografico, corso d'acqua, specchio d'acqua
pt água superficial, água, massa de água, hidrografia, rede hidrográfica, curso de água, corpo d'água
nl oppervlaktewater, water, waterlichaam, hydrografie, waterloop, binnenwater
pl wody powierzchniowe, woda, wody śródlądowe, hydrografia, zbiornik wodny, sieć hydrograficzna, ciek
sv ytvatten, vatten, vattenförekomst, hydrografi, vattendrag, inlandsvatten
ru поверхностные воды, вода, водный объект, гидрография, водоток, водоём, внутренние воды
ja 水域, 水面, 地表水, 水系, 水文, 内水面
zh 地表水, 水体, 水系, 水文, 内陆水域

# river < inland-water
en river, rivers
de Fluss, Fließgewässer
fr rivière, fleuve
es río
it fiume
pt rio
nl rivier
pl rzeka
sv flod, älv
ru река
ja 河川, 川
zh 河流, 江河

# stream < river
en stream, creek, brook
de Bach
fr ruisseau, torrent
es arroyo, riachuelo
it torrente, ruscello
pt ribeira, riacho, ribeiro
nl beek
pl potok, strumień
sv bäck
ru ручей
ja 渓流, 小川
zh 溪流, 小溪

# lake < inland-water
en lake
de See, Stillgewässer, Seen
fr lac
es lago, laguna
it lago, laghi
pt lago, lagoa
nl meer, meren
pl jezioro
sv sjö, insjö
ru озеро
ja 湖沼, 湖
zh 湖泊, 湖

# reservoir < inland-water
en reservoir, impoundment
de Stausee, Talsperre, Speichersee
fr retenue d'eau, lac de barrage, réservoir d'eau
es embalse
it bacino artificiale, lago artificiale, invaso
pt albufeira, reservatório
nl stuwmeer, spaarbekken
pl zbiornik zaporowy, zbiornik retencyjny
sv vattenmagasin, regleringsmagasin
ru водохранилище
ja 貯水池, ダム湖
zh 水库

# pond < inland-water
en pond
de Teich, Weiher
fr étang, mare
es estanque, charca
it stagno, laghetto
pt charco, açude
nl vijver, poel
pl staw
sv damm, tjärn
ru пруд
ja 池, ため池
zh 池塘

# canal < inland-water: tn hy
en canal, ditch
de Kanal, Graben
fr canal, fossé
es canal, acequia
it canale, fosso
pt canal, vala
nl kanaal, sloot, gracht
pl kanał, rów
sv kanal, dike
ru канал
ja 運河, 水路
zh 运河, 水渠

# spring < inland-water: -cover
en spring water, springs, water spring
de Quelle, Wasserquelle
fr source d'eau, sources
es manantial, fuente de agua
it sorgente, sorgenti
pt nascente
nl waterbron, bronnen
pl źródło
sv vattenkälla, källor
ru родник
ja 湧水, 湧泉
zh 泉水, 泉

# waterfall < river: -cover
en waterfall
de Wasserfall
fr cascade, chute d'eau
es cascada, catarata
it cascata
pt cachoeira, cascata
nl waterval
pl wodospad
sv vattenfall
ru водопад
ja 滝
zh 瀑布

# river-basin < inland-water: hy am inlandWaters -cover
en river basin, watershed, catchment, drainage basin, hydrologic unit
de Einzugsgebiet, Flussgebiet, Flussgebietseinheit, Teileinzugsgebiet
fr bassin versant, bassin hydrographique
es cuenca hidrográfica, cuenca, demarcación hidrográfica
it bacino idrografico, bacino imbrifero, distretto idrografico
pt bacia hidrográfica, bacia
nl stroomgebied, afwateringsgebied
pl zlewnia, dorzecze
sv avrinningsområde, vattendistrikt
ru водосбор, речной бассейн, бассейн реки
ja 流域
zh 流域

# groundwater < inland-water: ge hy geoscientificInformation inlandWaters -cover
en groundwater, ground water, hydrogeology, water table
de Grundwasser, Hydrogeologie
fr eau souterraine, eaux souterraines, nappe phréatique, hydrogéologie
es agua subterránea, hidrogeología, nivel freático
it acque sotterranee, falda, idrogeologia
pt água subterrânea, hidrogeologia, lençol freático
nl grondwater, hydrogeologie, grondwaterstand
pl wody podziemne, hydrogeologia, wód podziemnych
sv grundvatten, hydrogeologi
ru подземные воды, грунтовые воды, гидрогеология
ja 地下水, 水文地質
zh 地下水, 水文地质

# aquifer < groundwater
en aquifer
de Grundwasserleiter, Aquifer
fr aquifère
es acuífero
it acquifero
pt aquífero
nl watervoerende laag, aquifer
pl warstwa wodonośna, GZWP
sv akvifer, grundvattenmagasin
ru водоносный горизонт
ja 帯水層
zh 含水层

# well < groundwater
en water well, wells
de Brunnen
fr puits, captage, point d'eau
es pozo de agua, pozos
it pozzo, pozzi
pt poço de água, poços
nl waterput, waterputten
pl studnia
sv brunn, brunnar
ru колодец, водозаборная скважина
ja 井戸
zh 水井

# flood: nz disaster inlandWaters geoss:disasters
en flood, flooding, inundation, floodplain, flood hazard, flood risk, flood zone
de Hochwasser, Überschwemmung, Überschwemmungsgebiet, Hochwassergefahr, Überflutung
fr inondation, crue, zone inondable
es inundación, zona inundable, crecida, avenida fluvial
it alluvione, inondazione, esondazione, area allagabile, rischio idraulico
pt inundação, cheia, zona inundável, enchente
nl overstroming, overstromingsrisico, hoogwater, overstromingsgebied
pl powódź, zagrożenie powodziowe, powodzi, zalewowy
sv översvämning, översvämningsrisk, högvatten
ru наводнение, затопление, паводок
ja 洪水, 浸水, 浸水想定区域
zh 洪水, 洪涝, 淹没

# dam: hy us structure inlandWaters
en dam, dams, weir, levee, dike
de Staudamm, Staumauer, Wehr, Deich
fr barrage, digue
es presa, represa, dique
it diga, argine, sbarramento
pt barragem, represa, dique
nl stuwdam, dam, dijk, stuw
pl zapora, tama, wał przeciwpowodziowy, jaz
sv dammanläggning, kraftverksdamm, vall
ru плотина, дамба
ja ダム, 堤防, 堰
zh 水坝, 大坝, 堤防

# water-quality: ef hy inlandWaters environment geoss:water
en water quality, bathing water, nitrate, eutrophication
de Wasserqualität, Gewässergüte, Badegewässer, Wasserbeschaffenheit
fr qualité de l'eau, qualité des eaux, eau de baignade
es calidad del agua, aguas de baño
it qualità delle acque, acque di balneazione, qualità dell'acqua
pt qualidade da água, águas balneares
nl waterkwaliteit, zwemwater
pl jakość wody, jakość wód, kąpielisko
sv vattenkvalitet, badvatten
ru качество воды
ja 水質
zh 水质

# water-level: ef hy inlandWaters geoss:water
en water level, gauge height, river stage, stream gauge
de Wasserstand, Pegel, Pegelstand
fr niveau d'eau, hauteur d'eau, limnimétrie
es nivel del agua, nivel de agua
it livello idrico, livello idrometrico, idrometro
pt nível da água, nível de água
nl waterstand, waterpeil
pl stan wody, wodowskaz, poziom wody
sv vattenstånd, vattennivå
ru уровень воды, гидропост
ja 水位
zh 水位

# discharge: hy inlandWaters geoss:water
en streamflow, stream flow, river discharge, river flow, runoff
de Abfluss, Durchfluss, Abflussmenge
fr débit, écoulement, ruissellement
es caudal, escorrentía
it portata, deflusso
pt caudal, vazão, escoamento
nl afvoer, rivierafvoer
pl przepływ, odpływ
sv vattenföring, avrinning
ru расход воды, сток
ja 流量, 流出
zh 径流, 流量

# irrigation: af farming inlandWaters geoss:agriculture
en irrigation, irrigated
de Bewässerung, Beregnung
fr irrigation, irrigué
es riego, regadío, irrigación
it irrigazione, irriguo
pt irrigação, regadio, rega
nl irrigatie, beregening
pl nawadnianie, melioracja
sv bevattning
ru орошение, мелиорация
ja 灌漑, かんがい
zh 灌溉

# ford: tn transportation
en ford, river crossing
de Furt
fr gué
es vado
it guado
pt vau
nl doorwaadbare plaats, voorde
pl bród
sv vadställe
ru брод
ja 渡河地点, 浅瀬
zh 渡口
`;
