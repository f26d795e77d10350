// Concepts of hazards, pollution and the sky. How these texts are written: ../read-concepts.ts.
export const environmentConcepts = `
# environment: environment
en environment, environmental, environmental impact, environmental protection
de Umwelt, Umweltschutz, Umweltdaten
fr environnement, environnemental, protection de l'environnement
es medio ambiente, medioambiental, ambiental
it ambiente, ambientale, tutela ambientale
pt ambiente, ambiental, meio ambiente
nl milieu, leefomgeving, milieubescherming
pl środowisko, ochrona środowiska, środowiska
sv miljö, miljöskydd
ru окружающая среда, охрана окружающей среды, экологический
ja 環境, 環境保全
zh 环境, 环境保护

# natural-hazard: nz disaster geoscientificInformation geoss:disasters
en natural hazard, hazard, natural risk, hazard map, hazards, risk zone, natural disaster, natural hazards
de Naturgefahr, Naturgefahren, Gefahrenkarte, Risikogebiet, Gefahrenzone, Naturrisiko
fr risque naturel, aléa, zone à risque, risques naturels, catastrophe naturelle, plan de prévention des risques
es riesgo natural, peligrosidad, zona de riesgo, riesgos naturales, desastre natural, amenaza natural
it rischio naturale, pericolosità, rischi naturali, zona a rischio, calamità naturale
pt risco natural, perigosidade, zona de risco, riscos naturais, desastre natural
nl natuurlijk risico, gevarenkaart, risicogebied, natuurramp, risicokaart
pl zagrożenie naturalne, zagrożenia naturalne, strefa zagrożenia, ryzyko naturalne, klęska żywiołowa
sv naturrisk, naturolycka, riskområde, naturolyckor, riskzon
ru природная опасность, опасные природные процессы, зона риска, стихийное бедствие
ja 自然災害, ハザードマップ, 災害, 危険区域
zh 自然灾害, 灾害, 风险区, 灾害风险

# earthquake < natural-hazard
en earthquake, earthquakes, seismic, seismicity, seismology, epicenter
de Erdbeben, seismisch, Seismizität, Erdbebenzone
fr séisme, tremblement de terre, sismicité, sismique
es terremoto, sismo, sismicidad, sísmico, seísmo
it terremoto, terremoti, sismicità, sismico
pt sismo, terramoto, sismicidade, terremoto, sísmico
nl aardbeving, aardbevingen, seismisch
pl trzęsienie ziemi, sejsmiczność, sejsmiczny
sv jordbävning, jordskalv, seismisk
ru землетрясение, сейсмичность, сейсмический
ja 地震, 震源, 震度
zh 地震, 震中

# volcano < natural-hazard
en volcano, volcanoes, volcanic, eruption, lava
de Vulkan, Vulkane, vulkanisch, Vulkanausbruch
fr volcan, volcans, volcanique, éruption
es volcán, volcanes, volcánico, erupción
it vulcano, vulcani, vulcanico, eruzione
pt vulcão, vulcões, vulcânico, erupção
nl vulkaan, vulkanen, vulkanisch
pl wulkan, wulkany, wulkaniczny
sv vulkan, vulkaner, vulkanisk
ru вулкан, вулканы, извержение
ja 火山, 噴火
zh 火山, 喷发

# landslide < natural-hazard
en landslide, landslides, mass movement, debris flow, rockfall, mudslide, subsidence
de Rutschung, Erdrutsch, Hangrutschung, Massenbewegung, Steinschlag, Murgang
fr glissement de terrain, mouvement de terrain, chute de blocs, éboulement
es deslizamiento, deslizamientos de tierra, movimiento de ladera, desprendimiento
it frana, frane, dissesto, smottamento, movimenti franosi
pt deslizamento, movimento de vertente, deslizamentos de terra, movimento de massa
nl aardverschuiving, bodemdaling, verzakking
pl osuwisko, osuwiska, ruchy masowe
sv skred, jordskred, ras, skredrisk
ru оползень, оползни, сель, обвал
ja 土砂災害, 地すべり, 土石流, がけ崩れ
zh 滑坡, 泥石流, 山体滑坡

# avalanche < natural-hazard
en avalanche, avalanches, avalanche risk
de Lawine, Lawinen, Lawinengefahr
fr avalanche, avalanches
es alud, avalancha, aludes
it valanga, valanghe
pt avalancha, avalanche
nl lawine, lawines
pl lawina, lawiny
sv lavin, laviner
ru лавина, лавины
ja 雪崩
zh 雪崩

# tsunami < natural-hazard
en tsunami, tsunami hazard
de Tsunami
fr tsunami, raz-de-marée
es tsunami, maremoto
it tsunami, maremoto
pt tsunami, maremoto
nl tsunami
pl tsunami
sv tsunami
ru цунами
ja 津波
zh 海啸

# wildfire < natural-hazard: nz disaster environment
en wildfire, wildfires, forest fire, burned area, fire hazard, fire perimeter, fires, fire danger
de Waldbrand, Waldbrandgefahr, Brandfläche, Waldbrände
fr feu de forêt, incendie de forêt, feux de forêt, surface brûlée
es incendio forestal, incendios forestales, área quemada, incendios
it incendio boschivo, incendi boschivi, area percorsa dal fuoco
pt incêndio florestal, incêndios florestais, área ardida, queimada
nl bosbrand, natuurbrand, bosbranden
pl pożar lasu, pożary lasów, zagrożenie pożarowe
sv skogsbrand, skogsbränder, brandrisk
ru лесной пожар, лесные пожары, пожароопасность
ja 山火事, 森林火災, 林野火災
zh 森林火灾, 野火, 山火, 火灾

# emergency: hh disaster society geoss:disasters
en disaster, emergency, evacuation, shelter, emergency response, civil protection, disaster response
de Katastrophenschutz, Katastrophe, Notfall, Evakuierung, Zivilschutz
fr catastrophe, urgence, évacuation, protection civile, sécurité civile
es emergencia, desastre, evacuación, protección civil, catástrofe
it emergenza, protezione civile, evacuazione, catastrofe, area di attesa
pt emergência, proteção civil, evacuação, desastre, catástrofe
nl ramp, rampenbestrijding, evacuatie, noodgeval, crisisbeheersing
pl sytuacja kryzysowa, ewakuacja, zarządzanie kryzysowe, katastrofa
sv katastrof, nödläge, evakuering, krisberedskap, skyddsrum
ru чрезвычайная ситуация, эвакуация, гражданская оборона, катастрофа
ja 避難所, 防災, 避難場所, 緊急
zh 应急, 紧急, 避难所, 疏散

# air-quality: ac ef environment climatologyMeteorologyAtmosphere geoss:health
en air quality, air pollution, particulate matter, PM10, PM2.5, ozone, nitrogen dioxide, NO2, aerosol, sulfur dioxide
de Luftqualität, Luftverschmutzung, Feinstaub, Ozon, Stickstoffdioxid, Luftschadstoffe
fr qualité de l'air, pollution atmosphérique, particules fines, ozone, dioxyde d'azote
es calidad del aire, contaminación atmosférica, material particulado, ozono, dióxido de nitrógeno
it qualità dell'aria, inquinamento atmosferico, polveri sottili, ozono, biossido di azoto
pt qualidade do ar, poluição atmosférica, partículas, ozono, dióxido de azoto
nl luchtkwaliteit, luchtverontreiniging, fijnstof, ozon, stikstofdioxide
pl jakość powietrza, zanieczyszczenie powietrza, pył zawieszony, ozon, dwutlenek azotu
sv luftkvalitet, luftförorening, luftföroreningar, ozon, kvävedioxid, partiklar i luft
ru качество воздуха, загрязнение воздуха, озон, диоксид азота
ja 大気質, 大気汚染, オゾン, 微小粒子状物質
zh 空气质量, 空气污染, 臭氧, 二氧化氮, 颗粒物

# noise: hh environment transportation
en noise, noise map, noise level, noise exposure, noise pollution
de Lärm, Lärmkartierung, Lärmkarte, Umgebungslärm, Lärmpegel
fr bruit, carte de bruit, nuisance sonore, exposition au bruit
es ruido, mapa de ruido, contaminación acústica
it rumore, mappa acustica, inquinamento acustico, zonizzazione acustica
pt ruído, mapa de ruído, poluição sonora
nl geluid, geluidskaart, geluidsbelasting, geluidshinder
pl hałas, mapa akustyczna, hałasu
sv buller, bullerkartläggning, bullerkarta
ru шум, карта шума, шумовое загрязнение
ja 騒音, 騒音マップ
zh 噪声, 噪音

# emission: pf ac environment geoss:climate
en emission, emissions, greenhouse gas, carbon dioxide, CO2, methane, carbon footprint
de Emission, Emissionen, Treibhausgas, Kohlendioxid, Methan
fr émission, émissions, gaz à effet de serre, dioxyde de carbone, méthane
es emisión, emisiones, gases de efecto invernadero, dióxido de carbono, metano
it emissione, emissioni, gas serra, anidride carbonica, metano
pt emissão, emissões, gases com efeito de estufa, dióxido de carbono, metano
nl uitstoot, emissie, broeikasgas, kooldioxide, methaan
pl emisja, emisje, gazy cieplarniane, dwutlenek węgla, metan
sv utsläpp, växthusgas, koldioxid, metan
ru выбросы, парниковые газы, диоксид углерода, метан
ja 排出, 温室効果ガス, 二酸化炭素, メタン
zh 排放, 温室气体, 二氧化碳, 甲烷

# pollution: ef hh environment geoss:health
en pollution, contaminated site, contamination, contaminated land, pollutant, brownfield
de Altlast, Altlasten, Verschmutzung, Schadstoff, Schadstoffe, Kontamination
fr pollution, site pollué, sol pollué, polluant, contamination
es contaminación, suelo contaminado, contaminante, emplazamiento contaminado
it inquinamento, sito contaminato, contaminazione, inquinanti, bonifica
pt poluição, solo contaminado, poluente, contaminação
nl verontreiniging, bodemverontreiniging, vervuiling
pl zanieczyszczenie, zanieczyszczenia, skażenie, teren zanieczyszczony
sv förorening, förorenat område, förorenad mark, förorenade områden
ru загрязнение, загрязнённые земли, загрязняющие вещества
ja 汚染, 土壌汚染, 汚染物質
zh 污染, 土壤污染, 污染物

# radioactivity: hh ef environment
en radioactivity, radon, ionizing radiation, radiation level, gamma dose
de Radioaktivität, Radon, Strahlenbelastung, Ortsdosisleistung
fr radioactivité, radon, rayonnement ionisant
es radiactividad, radón, radiación ionizante
it radioattività, radon, radiazioni ionizzanti
pt radioatividade, radão, radiação ionizante
nl radioactiviteit, radon, ioniserende straling
pl radioaktywność, radon, promieniowanie jonizujące
sv radioaktivitet, radon, joniserande strålning
ru радиоактивность, радон, радиационный фон
ja 放射能, 放射線量, ラドン
zh 放射性, 氡, 辐射剂量

# monitoring-station: ef environment
en monitoring station, monitoring site, environmental monitoring, sensor, measuring station, monitoring network, sampling point
de Messstelle, Messstation, Umweltmonitoring, Messnetz, Überwachung, Messstellen
fr station de mesure, station de surveillance, réseau de surveillance, point de mesure, capteur
es estación de medición, estación de control, red de vigilancia, punto de muestreo, sensor
it stazione di monitoraggio, stazione di misura, rete di monitoraggio, punto di campionamento, monitoraggio
pt estação de monitorização, rede de monitorização, ponto de amostragem, monitoramento, sensor
nl meetstation, meetpunt, meetnet, meetpunten, sensor
pl stacja pomiarowa, punkt pomiarowy, monitoring środowiska, sieć monitoringu
sv mätstation, mätpunkt, övervakning, miljöövervakning, mätstationer
ru станция мониторинга, пост наблюдения, мониторинг, экологический мониторинг
ja 観測点, 測定局, モニタリング, 監視
zh 监测站, 监测点, 环境监测, 传感器

# light-pollution < pollution
en light pollution, sky brightness, dark sky
de Lichtverschmutzung, Himmelshelligkeit
fr pollution lumineuse, ciel étoilé
es contaminación lumínica, brillo del cielo
it inquinamento luminoso
pt poluição luminosa
nl lichtvervuiling, lichthinder
pl zanieczyszczenie światłem
sv ljusförorening
ru световое загрязнение
ja 光害
zh 光污染

# planet: extraTerrestrial
en planet, planetary, moon, mars, lunar, martian, venus, asteroid, crater
de Planet, planetar, Mond, Mars, Asteroid, Krater
fr planète, planétaire, lune, planète mars, astéroïde
es planeta, planetario, luna, asteroide, planeta marte
it pianeta, planetario, luna, asteroide, pianeta marte
pt planeta, planetário, lua, asteroide, planeta marte
nl planeet, planetair, maan, asteroïde
pl planeta, planetarny, księżyc, asteroida
sv planet, planetär, månen, asteroid
ru планета, планетарный, луна, астероид, марс
ja 惑星, 月面, 火星, 小惑星
zh 行星, 月球, 火星, 小行星
`;
