// Concepts of transport. How these texts are written: ../read-concepts.ts.
export const transportConcepts = `
# transport-network: tn transportation
en transport network, transportation, transport, traffic network, mobility
de Verkehrsnetz, Verkehr, Verkehrswege, Mobilität, Verkehrslinie
fr réseau de transport, transport, transports, mobilité
es red de transporte, transporte, transportes, movilidad
it rete di trasporto, trasporti, viabilità, trasporto, mobilità
pt rede de transportes, transporte, transportes, mobilidade
nl vervoersnetwerk, vervoer, verkeersnetwerk, transport, mobiliteit
pl sieć transportowa, transport, komunikacja, sieci transportowe
sv transportnät, transport, kommunikationer, vägtrafiknät
ru транспортная сеть, транспорт, транспортная инфраструктура
ja 交通網, 交通, 輸送
zh 交通网络, 交通, 运输

# road < transport-network: tn transportation cover:impervious
en road, roads, road network, street, streets, roadway
de Straße, Straßen, Straßennetz, Wege, Straßenachse
fr route, routes, réseau routier, rue, voirie, chaussée
es carretera, carreteras, red viaria, calle, vial, camino
it strada, strade, rete stradale, via, grafo stradale, viario
pt estrada, estradas, rede viária, rua, rodovia
nl weg, wegen, wegennet, straat, straten, wegvak
pl droga, drogi, sieć drogowa, ulica, ulice
sv väg, vägar, vägnät, gata, gator
ru дорога, дороги, автодорога, улица, улично-дорожная сеть
ja 道路, 道路網, 街路
zh 道路, 公路, 路网, 街道

# motorway < road
en motorway, highway, freeway, highways, expressway
de Autobahn, Bundesstraße, Autobahnen
fr autoroute, autoroutes, voie rapide
es autopista, autovía
it autostrada, autostrade
pt autoestrada, auto-estrada, via rápida
nl autosnelweg, snelweg, rijksweg
pl autostrada, droga ekspresowa, autostrady
sv motorväg, riksväg, europaväg
ru автомагистраль, шоссе, автострада
ja 高速道路, 国道
zh 高速公路, 国道

# railway < transport-network: tn transportation cover:impervious
en railway, railroad, rail, rail network, railways, railway line, train
de Eisenbahn, Bahnstrecke, Schienennetz, Bahnlinie, Bahn, Zug
fr chemin de fer, voie ferrée, réseau ferré, ferroviaire, train
es ferrocarril, vía férrea, ferroviario, red ferroviaria, tren
it ferrovia, ferrovie, rete ferroviaria, ferroviario, treno
pt ferrovia, caminho de ferro, via férrea, ferroviário, comboio
nl spoorweg, spoorlijn, spoor, spoorwegen, trein
pl kolej, linia kolejowa, linie kolejowe, kolejowy
sv järnväg, järnvägar, spår, bannät, tåg
ru железная дорога, железнодорожный, железные дороги
ja 鉄道, 線路, 鉄道路線
zh 铁路, 铁道

# railway-station < railway
en railway station, train station, rail station
de Bahnhof, Bahnhöfe, Haltepunkt
fr gare, gares, gare ferroviaire
es estación de tren, estación ferroviaria, estaciones de ferrocarril
it stazione ferroviaria, stazioni ferroviarie
pt estação ferroviária, estação de comboios
nl treinstation, treinstations, spoorwegstation
pl stacja kolejowa, dworzec, stacje kolejowe
sv järnvägsstation, tågstation
ru железнодорожная станция, вокзал
ja 駅, 鉄道駅
zh 火车站, 车站

# public-transport < transport-network
en public transport, bus, bus stop, bus route, transit stop, tram, metro, subway, GTFS
de ÖPNV, Haltestelle, Bus, Nahverkehr, Straßenbahn, U-Bahn, Haltestellen
fr transport en commun, arrêt de bus, bus, tramway, métro, arrêts
es transporte público, parada de autobús, autobús, tranvía, metro
it trasporto pubblico, fermata, autobus, fermate, tram, metropolitana
pt transporte público, paragem de autocarro, autocarro, ônibus, elétrico, metrô
nl openbaar vervoer, bushalte, bus, halte, tram, metro
pl transport publiczny, przystanek, autobus, przystanki, tramwaj, metro
sv kollektivtrafik, busshållplats, buss, hållplats, spårväg, tunnelbana
ru общественный транспорт, автобус, остановка, трамвай, метро
ja 公共交通, バス, バス停, 路面電車, 地下鉄
zh 公共交通, 公交, 公交站, 电车, 地铁

# airport: tn transportation cover:impervious
en airport, airports, aerodrome, airfield, runway, heliport
de Flughafen, Flughäfen, Flugplatz, Landebahn
fr aéroport, aéroports, aérodrome, piste d'atterrissage
es aeropuerto, aeropuertos, aeródromo
it aeroporto, aeroporti, aerodromo
pt aeroporto, aeroportos, aeródromo
nl luchthaven, vliegveld, luchthavens
pl lotnisko, lotniska, port lotniczy
sv flygplats, flygplatser, flygfält
ru аэропорт, аэродром, аэропорты
ja 空港, 飛行場
zh 机场

# airspace: tn am transportation
en airspace, air traffic, flight path, drone zone, aviation, air route
de Luftraum, Flugverkehr, Flugverbotszone, Luftfahrt
fr espace aérien, trafic aérien, aviation
es espacio aéreo, tráfico aéreo, aviación
it spazio aereo, traffico aereo, aviazione
pt espaço aéreo, tráfego aéreo, aviação
nl luchtruim, luchtvaart, luchtverkeer
pl przestrzeń powietrzna, ruch lotniczy, lotnictwo
sv luftrum, flygtrafik, luftfart
ru воздушное пространство, авиация
ja 空域, 航空路
zh 空域, 航空, 航线

# harbor: tn transportation cover:impervious
en harbor, harbour, seaport, ports, marina, port facility, anchorage
de Hafen, Häfen, Seehafen, Yachthafen
fr port, ports, port maritime, marina, mouillage
es puerto, puertos, puerto marítimo, fondeadero
it porto, porti, porto marittimo, porto turistico
pt porto, portos, porto marítimo, marina
nl haven, havens, zeehaven, jachthaven
pl port morski, porty, przystań
sv hamn, hamnar, småbåtshamn
ru порт, порты, гавань, морской порт
ja 港湾, 港, 漁港
zh 港口, 码头, 海港

# ferry: tn transportation
en ferry, ferry route, ferry line
de Fähre, Fährverbindung, Fährlinie
fr ferry, bac, traversier
es transbordador, ferri, ferry
it traghetto, traghetti
pt balsa, ferry, travessia fluvial
nl veerboot, veerpont, veerdienst
pl prom, promy, przeprawa promowa
sv färja, färjeled
ru паром, паромная переправа
ja フェリー, 渡船
zh 渡轮, 轮渡

# waterway: tn transportation inlandWaters
en waterway, waterways, shipping route, fairway, navigation channel, shipping, vessel traffic, AIS
de Wasserstraße, Fahrwasser, Schifffahrt, Bundeswasserstraße, Schifffahrtsweg
fr voie navigable, navigation fluviale, chenal, route maritime, voies navigables
es vía navegable, navegación, ruta marítima, canal de navegación
it via navigabile, navigazione, rotta marittima, idrovia
pt via navegável, navegação, rota marítima, hidrovia
nl vaarweg, vaarwegen, scheepvaart, vaargeul
pl droga wodna, żegluga, szlak żeglugowy, drogi wodne
sv farled, farleder, sjöfart, vattenväg
ru водный путь, судоходство, фарватер
ja 航路, 水路図, 船舶
zh 航道, 水道, 航运

# cycle-path: tn transportation society
en cycle path, cycling, bike path, bicycle, cycle route, bike lane, cycleway, bike
de Radweg, Radwege, Fahrrad, Radroute, Radverkehr
fr piste cyclable, vélo, itinéraire cyclable, pistes cyclables
es carril bici, bicicleta, ciclista, vía ciclista
it pista ciclabile, ciclabile, bicicletta, ciclovia, piste ciclabili
pt ciclovia, bicicleta, ciclável, pista ciclável
nl fietspad, fiets, fietsroute, fietspaden, fietsnetwerk
pl ścieżka rowerowa, rower, trasa rowerowa, drogi rowerowe
sv cykelväg, cykel, cykelled, cykelbana
ru велодорожка, велосипед, велосипедный маршрут
ja 自転車道, 自転車, サイクリング
zh 自行车道, 自行车, 骑行

# trail: tn society location
en hiking trail, trail, trails, footpath, hiking, walking route, path
de Wanderweg, Wanderwege, Wandern, Fußweg, Pfad
fr sentier, sentiers, randonnée, chemin de randonnée
es sendero, senderos, senderismo, ruta de senderismo
it sentiero, sentieri, escursionismo, percorso escursionistico
pt trilho, percurso pedestre, trilha, caminhada
nl wandelpad, wandelroute, wandelen, wandelnetwerk
pl szlak turystyczny, szlak pieszy, szlaki, ścieżka
sv vandringsled, stig, led, stigar
ru пешеходная тропа, туристический маршрут, тропа
ja 登山道, 遊歩道, ハイキング
zh 步道, 徒步, 小径

# bridge: tn structure transportation
en bridge, bridges, viaduct, overpass
de Brücke, Brücken, Viadukt
fr pont, ponts, viaduc
es puente, puentes, viaducto
it ponte, ponti, viadotto
pt ponte, pontes, viaduto
nl brug, bruggen, viaduct
pl most, mosty, wiadukt
sv bro, broar, viadukt
ru мост, мосты, виадук
ja 橋梁, 橋, 高架橋
zh 桥梁, 桥

# tunnel: tn structure transportation
en tunnel, tunnels
de Tunnel
fr tunnel
es túnel, túneles
it galleria stradale, tunnel, gallerie
pt túnel, túneis
nl tunnel, tunnels
pl tunel, tunele
sv tunnel, tunnlar
ru тоннель, туннель
ja トンネル, 隧道
zh 隧道

# parking: tn transportation
en parking, parking lot, car park, parking space
de Parkplatz, Parkhaus, Parken, Parkplätze
fr stationnement, parc de stationnement, place de parking, parking
es aparcamiento, estacionamiento
it parcheggio, parcheggi
pt estacionamento, parque de estacionamento
nl parkeerplaats, parkeren, parkeergarage
pl parking, parkingi, miejsca parkingowe
sv parkering, parkeringsplats, parkeringshus
ru парковка, автостоянка
ja 駐車場
zh 停车场, 停车

# traffic: tn transportation
en traffic, traffic volume, traffic count, road traffic, speed limit, congestion
de Verkehrsmenge, Verkehrszählung, Verkehrsaufkommen, Tempolimit, Stau
fr trafic, trafic routier, comptage routier, limitation de vitesse
es tráfico, aforo de tráfico, intensidad de tráfico
it traffico, flussi di traffico, limite di velocità
pt tráfego, contagem de tráfego, trânsito
nl verkeer, verkeersintensiteit, verkeerstelling, maximumsnelheid
pl ruch drogowy, natężenie ruchu, pomiar ruchu
sv trafik, trafikmängd, trafikflöde, hastighetsgräns
ru дорожное движение, интенсивность движения, трафик
ja 交通量, 渋滞
zh 交通流量, 车流量, 限速

# traffic-accident: hh transportation society
en traffic accident, road accident, crash, accidents, road safety, collision
de Unfall, Verkehrsunfall, Unfälle, Verkehrssicherheit
fr accident de la route, accident, accidents corporels, sécurité routière
es accidente de tráfico, accidentes, siniestralidad, seguridad vial
it incidente stradale, incidenti, sicurezza stradale
pt acidente de viação, acidentes, acidente de trânsito, segurança rodoviária
nl verkeersongeval, ongevallen, ongeluk, verkeersveiligheid
pl wypadek drogowy, wypadki drogowe, bezpieczeństwo ruchu
sv trafikolycka, olyckor, trafiksäkerhet
ru дорожно-транспортное происшествие, ДТП, авария
ja 交通事故, 事故
zh 交通事故

# cable-car: tn transportation society
en cable car, ski lift, chairlift, ropeway, aerial tramway
de Seilbahn, Skilift, Sessellift
fr téléphérique, remontée mécanique, télésiège
es teleférico, remonte, telesilla
it funivia, seggiovia, impianto di risalita
pt teleférico, funicular
nl kabelbaan, skilift
pl kolej linowa, wyciąg narciarski
sv linbana, skidlift
ru канатная дорога, подъёмник
ja ロープウェイ, 索道
zh 缆车, 索道

# charging-station: tn utilitiesCommunication transportation
en charging station, EV charging, electric vehicle charging, charging point
de Ladestation, Ladesäule, Ladepunkt, Elektromobilität
fr borne de recharge, bornes de recharge, IRVE
es punto de recarga, estación de carga, electrolinera
it stazione di ricarica, colonnina di ricarica
pt posto de carregamento, carregamento elétrico
nl laadpaal, laadpalen, laadstation
pl stacja ładowania, punkt ładowania
sv laddstation, laddstolpe
ru зарядная станция, электрозаправка
ja 充電スタンド, 充電設備
zh 充电站, 充电桩
`;
