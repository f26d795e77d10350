// Concepts of relief, geology and soil. How these texts are written: ../read-concepts.ts.
export const earthConcepts = `
# elevation: el elevation
en elevation, altitude, height model, spot height
de Höhe, Höhen, Geländehöhe, Höhenmodell, Höhendaten
fr altitude, altimétrie, élévation
es elevación, altitud, altimetría, cota
it quota, altimetria, altitudine, elevazione
pt elevação, altitude, altimetria
nl hoogte, hoogtebestand, hoogtemodel, AHN
pl wysokość terenu, hipsometria, dane wysokościowe, rzeźba terenu
sv höjd, höjddata, höjdmodell
ru высота, высоты рельефа, отметки высот
ja 標高, 高度
zh 高程, 海拔

# terrain-model < elevation
en digital elevation model, DEM, DTM, DSM, digital terrain model, terrain model, surface model, SRTM
de Digitales Geländemodell, DGM, Geländemodell, Oberflächenmodell, DOM
fr modèle numérique de terrain, MNT, MNE, modèle numérique d'élévation
es modelo digital del terreno, MDT, modelo digital de elevaciones, modelo digital de superficie
it modello digitale del terreno, DTM, modello digitale di elevazione
pt modelo digital de terreno, MDT, modelo digital de elevação, MDE
nl digitaal terreinmodel, terreinmodel, DTM
pl numeryczny model terenu, NMT, numeryczny model pokrycia terenu
sv terrängmodell, digital höjdmodell, markmodell
ru цифровая модель рельефа, ЦМР, цифровая модель местности
ja 数値標高モデル, 数値地形モデル, DEM
zh 数字高程模型, 数字地形模型, DEM

# contour < elevation
en contour line, contour, contours
de Höhenlinie, Höhenlinien, Isohypsen
fr courbe de niveau, courbes de niveau
es curva de nivel, curvas de nivel
it curva di livello, curve di livello, isoipse
pt curva de nível, curvas de nível
nl hoogtelijn, hoogtelijnen
pl warstwica, warstwice, poziomica
sv höjdkurva, höjdkurvor
ru горизонтали, изолинии рельефа, горизонталь
ja 等高線
zh 等高线

# slope < elevation
en slope, steepness, aspect map
de Hangneigung, Neigung, Gefälle, Exposition
fr pente, pentes
es pendiente, pendientes
it pendenza, pendenze, acclività
pt declive, declividade
nl helling, hellingshoek
pl spadki terenu, nachylenie
sv lutning, sluttning
ru уклон, крутизна склонов
ja 傾斜, 勾配, 斜面
zh 坡度

# hillshade < elevation
en hillshade, shaded relief, hill shading, hillshading
de Schummerung, Schattierung, Reliefschummerung
fr ombrage, relief ombré, estompage
es sombreado, relieve sombreado
it ombreggiatura, rilievo ombreggiato
pt relevo sombreado, sombreamento
nl reliëfschaduw, schaduwreliëf
pl cieniowanie, cieniowana rzeźba
sv terrängskuggning, skuggad relief
ru отмывка рельефа, теневой рельеф
ja 陰影起伏, 陰影図
zh 山体阴影, 晕渲

# relief: el elevation
en relief, terrain, topographic relief
de Relief, Gelände
fr relief, terrain
es relieve, terreno
it rilievo, morfologia del terreno
pt relevo, terreno
nl reliëf, terrein
pl relief, ukształtowanie terenu
sv relief, terräng
ru рельеф, рельеф местности
ja 起伏, 地形
zh 地形, 地势

# mountain: gn el elevation
en mountain, mountains, peak, summit, mountain range
de Berg, Berge, Gipfel, Gebirge
fr montagne, montagnes, sommet, massif montagneux
es montaña, montañas, cumbre, sierra
it montagna, montagne, cima, vetta
pt montanha, montanhas, cume, serra
nl berg, bergen, bergtop, gebergte
pl góra, góry, szczyt
sv berg, fjäll, bergstopp
ru гора, горы, вершина
ja 山岳, 山地, 山頂
zh 山脉, 山峰, 山地

# point-cloud: el elevation imageryBaseMapsEarthCover
en LiDAR, point cloud, laser scanning, laser scan
de LiDAR, Punktwolke, Laserscanning, Laserscan
fr LiDAR, nuage de points
es LiDAR, nube de puntos
it LiDAR, nuvola di punti, laser scanner
pt LiDAR, nuvem de pontos
nl LiDAR, puntenwolk, laseraltimetrie
pl LiDAR, chmura punktów, skaning laserowy
sv LiDAR, punktmoln, laserskanning, laserdata
ru лидар, облако точек, лазерное сканирование
ja 点群, ライダー, レーザ測量
zh 点云, 激光雷达

# geology: ge geoscientificInformation
en geology, geological, geologic, bedrock, stratigraphy, lithology, geological map
de Geologie, geologisch, Gestein, Stratigraphie, Geologische Karte
fr géologie, géologique, carte géologique, lithologie, roche
es geología, geológico, litología, estratigrafía, mapa geológico
it geologia, geologico, litologia, carta geologica
pt geologia, geológico, litologia, carta geológica
nl geologie, geologisch, gesteente, ondergrond
pl geologia, geologiczny, litologia, mapa geologiczna, skały
sv geologi, geologisk, berggrund, jordart, bergart
ru геология, геологический, литология, геологическая карта
ja 地質, 地質図, 岩石
zh 地质, 地质图, 岩性

# fault < geology: ge nz geoscientificInformation
en fault line, geological fault, faults, active fault, tectonics
de Verwerfung, Störungszone, Tektonik
fr faille, failles, tectonique
es falla geológica, fallas, tectónica
it faglia, faglie, tettonica
pt falha geológica, falhas, tectónica
nl breuklijn, breukzone, tektoniek
pl uskok, uskoki, tektonika
sv förkastning, tektonik
ru разлом, разломы, тектоника
ja 断層, 活断層
zh 断层, 断裂带, 活动断层

# geomorphology < geology
en geomorphology, geomorphological, landform
de Geomorphologie, Landform
fr géomorphologie, géomorphologique
es geomorfología, geomorfológico
it geomorfologia, geomorfologico
pt geomorfologia, geomorfológico
nl geomorfologie, geomorfologisch
pl geomorfologia, geomorfologiczny
sv geomorfologi, landform
ru геоморфология
ja 地形分類, 地形学
zh 地貌

# borehole < geology
en borehole, boreholes, drill hole, drilling
de Bohrung, Bohrungen, Bohrloch, Bohrpunkt
fr forage, sondage, forages
es sondeo, perforación, sondeos
it perforazione, sondaggio geologico, sondaggi
pt sondagem, furo de sondagem, perfuração
nl boring, boringen, boorgat
pl otwór wiertniczy, otwory wiertnicze, odwiert
sv borrhål, borrning
ru скважина, бурение, скважины
ja ボーリング, ボーリング調査
zh 钻孔, 钻探

# geophysics < geology
en geophysics, gravity anomaly, magnetic anomaly, geomagnetic, aeromagnetic, bouguer
de Geophysik, Schwereanomalie, Magnetik, Bouguer
fr géophysique, anomalie gravimétrique, anomalie magnétique
es geofísica, gravimetría, anomalía magnética
it geofisica, gravimetria, anomalia magnetica
pt geofísica, gravimetria, anomalia magnética
nl geofysica, zwaartekracht, magnetische anomalie
pl geofizyka, grawimetria, anomalie magnetyczne
sv geofysik, tyngdkraft, magnetfält
ru геофизика, гравиметрия, магнитное поле
ja 地球物理, 重力異常, 磁気異常
zh 地球物理, 重力异常, 磁异常

# cave < geology
en cave, caves, karst, sinkhole
de Höhle, Höhlen, Karst, Doline
fr grotte, grottes, karst, cavité souterraine
es cueva, cuevas, karst, cavidad
it grotta, grotte, carso, carsismo
pt gruta, caverna, carste
nl grot, grotten, karst
pl jaskinia, jaskinie, kras
sv grotta, grottor, karst
ru пещера, пещеры, карст
ja 洞窟, 鍾乳洞, カルスト
zh 洞穴, 喀斯特, 岩溶

# soil: so geoscientificInformation farming geoss:agriculture
en soil, soils, soil type, soil map, pedology
de Boden, Böden, Bodenkarte, Bodenart, Bodentyp
fr sol, sols, pédologie, carte des sols, pédologique
es suelo, suelos, edafología, mapa de suelos
it suolo, suoli, pedologia, carta dei suoli
pt solo, solos, pedologia, carta de solos
nl bodem, bodemkaart, bodemtype, grondsoort
pl gleba, gleby, mapa glebowa, typy gleb
sv jordmån, jordtyp, markkarta
ru почва, почвы, почвенная карта
ja 土壌, 土壌図
zh 土壤, 土壤图

# soil-erosion < soil: so nz environment
en soil erosion, erosion, land degradation, desertification
de Bodenerosion, Erosion, Erosionsgefährdung
fr érosion, érosion des sols, désertification
es erosión, erosión del suelo, desertificación
it erosione, erosione del suolo, desertificazione
pt erosão, erosão do solo, desertificação
nl bodemerosie, erosie
pl erozja, erozja gleb
sv erosion, jorderosion
ru эрозия, эрозия почв, опустынивание
ja 土壌侵食, 侵食, 砂漠化
zh 土壤侵蚀, 水土流失, 荒漠化

# permafrost: so geoscientificInformation geoss:climate
en permafrost, frozen ground
de Permafrost, Dauerfrostboden
fr pergélisol, permafrost
es permafrost, suelo congelado
it permafrost, suolo gelato
pt pergelissolo, permafrost
nl permafrost, bevroren grond
pl wieczna zmarzlina, permafrost
sv permafrost, tjäle
ru вечная мерзлота, многолетняя мерзлота
ja 永久凍土, 凍土
zh 永久冻土, 冻土

# soil-moisture < soil: so climatologyMeteorologyAtmosphere geoss:water
en soil moisture, soil water content
de Bodenfeuchte, Bodenwassergehalt
fr humidité du sol, humidité des sols
es humedad del suelo
it umidità del suolo
pt humidade do solo, umidade do solo
nl bodemvocht, bodemvochtigheid
pl wilgotność gleby
sv markfukt, markfuktighet
ru влажность почвы
ja 土壌水分
zh 土壤水分, 土壤湿度

# quarry: mr lu geoscientificInformation economy cover:impervious
en quarry, quarries, gravel pit, open pit, extraction site
de Steinbruch, Kiesgrube, Tagebau, Abbaufläche
fr carrière, carrières, gravière
es cantera, canteras, gravera
it cava, cave di estrazione, attività estrattiva
pt pedreira, pedreiras, areeiro
nl groeve, grindgroeve, steengroeve
pl kamieniołom, żwirownia, odkrywka
sv stenbrott, grustag, täkt
ru карьер, каменоломня
ja 採石場, 砂利採取
zh 采石场, 露天矿

# mineral-resource: mr geoscientificInformation economy
en mineral resource, mineral deposit, minerals, mineral occurrence, ore deposit
de Rohstoffe, Lagerstätte, Bodenschätze, Mineralvorkommen
fr ressource minérale, gisement, gîte minéral, minerai
es recurso mineral, yacimiento, minerales, indicio minero
it risorse minerarie, giacimento, minerali
pt recurso mineral, jazida, minerais, recursos minerais
nl delfstoffen, minerale grondstof, ertsafzetting
pl złoże, złoża kopalin, surowce mineralne, kopaliny
sv mineraltillgång, malmfyndighet, mineral
ru месторождение, полезные ископаемые, минеральные ресурсы
ja 鉱物資源, 鉱床
zh 矿产, 矿产资源, 矿床

# mine: mr pf economy cover:impervious
en mine site, mining, coal mine, mines, mining area
de Bergwerk, Bergbau, Bergbaugebiet, Grube
fr mine, exploitation minière, mines
es mina, minería, explotación minera
it miniera, miniere, attività mineraria
pt mina, mineração, exploração mineira
nl mijn, mijnbouw
pl kopalnia, górnictwo, obszar górniczy
sv gruva, gruvdrift
ru шахта, рудник, горнодобывающий
ja 鉱山, 炭鉱
zh 矿山, 采矿, 矿区
`;
