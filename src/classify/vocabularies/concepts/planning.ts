// Concepts of planning, utilities and energy. How these texts are written: ../read-concepts.ts.
export const planningConcepts = `
# spatial-plan: lu planningCadastre
en spatial plan, zoning, land use plan, planned land use, urban planning, development plan, zoning plan, spatial planning, master plan
de Bebauungsplan, Flächennutzungsplan, Bauleitplanung, Raumordnung, Regionalplan, Stadtplanung, Bauzone
fr plan local d'urbanisme, PLU, urbanisme, document d'urbanisme, aménagement du territoire, zonage
es plan urbanístico, planeamiento urbanístico, urbanismo, ordenación del territorio, planeamiento, zonificación
it piano regolatore, urbanistica, pianificazione territoriale, PRG, strumento urbanistico, zonizzazione
pt plano diretor municipal, urbanismo, ordenamento do território, PDM, plano diretor, zoneamento
nl bestemmingsplan, ruimtelijke ordening, ruimtelijk plan, ruimtelijke plannen, omgevingsplan
pl plan zagospodarowania przestrzennego, planowanie przestrzenne, MPZP, miejscowy plan, zagospodarowanie przestrzenne
sv detaljplan, översiktsplan, fysisk planering, stadsplanering, detaljplaner
ru градостроительный план, генеральный план, территориальное планирование, градостроительство, зонирование
ja 都市計画, 用途地域, 土地利用計画
zh 城市规划, 空间规划, 国土空间规划, 规划

# area-management: am planningCadastre environment
en management zone, restriction zone, regulated area, reporting unit, restricted area, water protection zone
de Bewirtschaftungsgebiet, Schutzzone, Wasserschutzgebiet, Sanierungsgebiet, Regelungsgebiet
fr zone de gestion, zone réglementée, périmètre de protection, servitude
es zona de gestión, zona de restricción, área regulada, zona vulnerable, servidumbre
it zona di gestione, zona di rispetto, vincolo, area regolamentata, vincoli
pt zona de gestão, servidão, área regulamentada, zona de restrição
nl beheersgebied, beperkingengebied, waterwingebied, gereguleerd gebied
pl strefa ochronna, obszar ograniczonego użytkowania, gospodarowanie obszarem, strefa ograniczeń
sv förvaltningsområde, restriktionsområde, vattenskyddsområde, reglerat område
ru зона с особыми условиями, охранная зона, санитарно-защитная зона, зона ограничений
ja 管理区域, 規制区域, 保全区域
zh 管理区, 限制区, 管制区

# real-estate: cp lu economy planningCadastre
en real estate, property value, land value, land price, housing, house prices, dwelling
de Immobilien, Bodenrichtwert, Grundstückswert, Wohnung, Bodenpreis, Wohnen
fr immobilier, valeur foncière, prix du foncier, logement, valeurs foncières
es inmobiliario, valor del suelo, vivienda, precio del suelo
it immobiliare, valore immobiliare, abitazione, valori immobiliari
pt imobiliário, valor do solo, habitação, preço dos terrenos
nl vastgoed, grondprijs, woning, WOZ-waarde, woningen
pl nieruchomości, wartość gruntu, mieszkanie, ceny nieruchomości
sv fastighetsvärde, bostad, markpris, bostäder
ru недвижимость, стоимость земли, жильё
ja 不動産, 地価, 住宅, 公示地価
zh 房地产, 地价, 住房

# building-permit: lu planningCadastre structure
en building permit, construction site, planning application, construction project, building permits
de Baugenehmigung, Baustelle, Bauvorhaben, Baustellen
fr permis de construire, chantier, travaux
es licencia de obras, obras, permiso de construcción
it permesso di costruire, cantiere, cantieri, concessione edilizia
pt licença de construção, obra em curso, obras, alvará
nl bouwvergunning, bouwplaats, wegwerkzaamheden, omgevingsvergunning
pl pozwolenie na budowę, budowa, roboty budowlane
sv bygglov, byggarbetsplats, vägarbete
ru разрешение на строительство, стройка, строительство
ja 建築確認, 工事, 建設現場
zh 建筑许可, 施工, 建设项目

# utility-network: us utilitiesCommunication
en utility network, utilities, utility lines, supply network, cable, underground utilities
de Versorgungsnetz, Leitungsnetz, Versorgungsleitung, Leitungskataster, Kabel
fr réseau de distribution, réseaux enterrés, réseau technique, canalisation, câble
es red de suministro, servicios públicos de red, redes de servicio, cable
it sottoservizi, rete tecnologica, reti di servizio, cavo
pt rede de distribuição, infraestruturas de rede, cabo
nl nutsvoorziening, kabels en leidingen, leidingnet, kabel
pl sieć uzbrojenia terenu, uzbrojenie terenu, GESUT, kabel
sv ledningsnät, ledningar, kabel, försörjningsnät
ru инженерные сети, коммуникации, инженерные коммуникации
ja ライフライン, 埋設管, 供給網
zh 管网, 地下管线, 公用设施

# water-supply: us utilitiesCommunication inlandWaters geoss:water
en water supply, drinking water, water main, water distribution, potable water, water pipe
de Wasserversorgung, Trinkwasser, Wasserleitung, Trinkwasserschutz
fr eau potable, alimentation en eau, adduction d'eau, réseau d'eau
es agua potable, abastecimiento de agua, suministro de agua
it acqua potabile, acquedotto, rete idrica, approvvigionamento idrico
pt água potável, abastecimento de água, rede de água
nl drinkwater, watervoorziening, waterleiding
pl woda pitna, wodociąg, zaopatrzenie w wodę, sieć wodociągowa
sv dricksvatten, vattenförsörjning, vattenledning
ru водоснабжение, питьевая вода, водопровод
ja 上水道, 飲料水, 水道
zh 供水, 饮用水, 自来水

# sewer: us utilitiesCommunication environment
en sewer, sewage, wastewater, sewerage, wastewater treatment, drainage, stormwater, waste water
de Abwasser, Kanalisation, Kläranlage, Entwässerung, Abwasserkanal
fr assainissement, eaux usées, égout, station d'épuration, eaux pluviales
es alcantarillado, aguas residuales, saneamiento, depuradora
it fognatura, acque reflue, depuratore, rete fognaria, fognature
pt esgoto, águas residuais, saneamento, drenagem
nl riool, riolering, afvalwater, rioolwaterzuivering
pl kanalizacja, ścieki, oczyszczalnia ścieków, sieć kanalizacyjna
sv avlopp, avloppsvatten, reningsverk, dagvatten
ru канализация, сточные воды, очистные сооружения
ja 下水道, 下水, 排水
zh 污水, 下水道, 排水, 污水处理

# electricity: us er utilitiesCommunication geoss:energy
en electricity, power line, electric grid, transmission line, power lines, substation, power grid
de Strom, Stromnetz, Stromleitung, Hochspannungsleitung, Umspannwerk, Elektrizität
fr électricité, ligne électrique, réseau électrique, haute tension, poste électrique
es electricidad, línea eléctrica, red eléctrica, alta tensión, subestación
it elettricità, elettrodotto, rete elettrica, alta tensione, linea elettrica
pt eletricidade, linha elétrica, rede elétrica, alta tensão, subestação
nl elektriciteit, hoogspanning, stroomnet, hoogspanningslijn, elektriciteitsnet
pl energia elektryczna, linia energetyczna, sieć elektroenergetyczna, linie elektroenergetyczne
sv elektricitet, kraftledning, elnät, högspänning
ru электроэнергия, линия электропередачи, ЛЭП, электросеть, электроснабжение
ja 電力, 送電線, 変電所
zh 电力, 输电线, 电网, 变电站

# energy: er economy utilitiesCommunication geoss:energy
en energy, energy resource, renewable energy, energy consumption, energy resources
de Energie, Energiequelle, erneuerbare Energien, Energieverbrauch
fr énergie, ressource énergétique, énergies renouvelables, énergétique
es energía, recurso energético, energías renovables, energético
it energia, risorse energetiche, energie rinnovabili, energetico
pt energia, recurso energético, energias renováveis, energético
nl energie, energiebron, hernieuwbare energie, duurzame energie
pl energia, zasoby energetyczne, energia odnawialna, energetyczny
sv energi, energikälla, förnybar energi
ru энергия, энергетика, энергетические ресурсы, возобновляемая энергия
ja エネルギー, 再生可能エネルギー
zh 能源, 可再生能源

# power-plant < energy: pf er economy utilitiesCommunication
en power plant, power station, power plants, nuclear power, hydropower, hydroelectric
de Kraftwerk, Kraftwerke, Kernkraftwerk, Wasserkraft
fr centrale électrique, centrale nucléaire, hydroélectricité
es central eléctrica, central nuclear, hidroeléctrica
it centrale elettrica, centrale nucleare, idroelettrico
pt central elétrica, usina, hidrelétrica, hidroelétrica
nl energiecentrale, elektriciteitscentrale, kerncentrale, waterkracht
pl elektrownia, elektrownie, elektrownia wodna
sv kraftverk, kärnkraftverk, vattenkraft
ru электростанция, АЭС, ГЭС, гидроэнергетика
ja 発電所, 原子力発電所, 水力発電
zh 发电厂, 核电站, 水电站, 水电

# wind-power < energy
en wind power, wind turbine, wind farm, wind energy, wind turbines
de Windkraft, Windenergie, Windenergieanlage, Windpark, Windkraftanlage
fr éolienne, éolien, parc éolien, éoliennes
es energía eólica, aerogenerador, parque eólico, eólico
it energia eolica, eolico, parco eolico, aerogeneratore
pt energia eólica, aerogerador, parque eólico, eólico
nl windenergie, windmolen, windturbine, windpark, windturbines
pl energia wiatrowa, elektrownia wiatrowa, turbina wiatrowa, farma wiatrowa
sv vindkraft, vindkraftverk, vindkraftpark
ru ветроэнергетика, ветроэлектростанция, ветропарк
ja 風力発電, 風車
zh 风电, 风力发电, 风电场

# solar-energy < energy
en solar energy, solar power, photovoltaic, solar potential, solar panel, solar cadastre
de Solarenergie, Photovoltaik, Solarkataster, Solarpotenzial, Solaranlage
fr énergie solaire, photovoltaïque, cadastre solaire, panneau solaire
es energía solar, fotovoltaica, fotovoltaico, potencial solar
it energia solare, fotovoltaico, potenziale solare
pt energia solar, fotovoltaica, fotovoltaico, potencial solar
nl zonne-energie, zonnepaneel, zonnepark, zonnepanelen
pl energia słoneczna, fotowoltaika, potencjał solarny
sv solenergi, solcell, solpotential, solceller
ru солнечная энергия, солнечная электростанция, фотоэлектрический
ja 太陽光発電, 太陽エネルギー
zh 太阳能, 光伏

# geothermal < energy: er ge geoscientificInformation
en geothermal, geothermal energy, heat pump, ground source heat
de Geothermie, Erdwärme, Wärmepumpe
fr géothermie, géothermique, pompe à chaleur
es geotermia, geotérmico
it geotermia, geotermico
pt geotermia, geotérmico
nl geothermie, aardwarmte, bodemenergie
pl geotermia, geotermalny
sv geoenergi, bergvärme, geotermisk
ru геотермальный, геотермальная энергия
ja 地熱
zh 地热

# oil-gas: er us economy utilitiesCommunication geoss:energy
en oil, natural gas, petroleum, oil and gas, pipeline, hydrocarbon, gas pipeline, oil field
de Erdöl, Erdgas, Pipeline, Gasleitung, Kohlenwasserstoff, Gasnetz
fr pétrole, gaz naturel, gazoduc, oléoduc, hydrocarbure
es petróleo, gas natural, gasoducto, oleoducto, hidrocarburos
it petrolio, gas naturale, gasdotto, oleodotto, idrocarburi, metanodotto
pt petróleo, gás natural, gasoduto, oleoduto, hidrocarbonetos
nl aardolie, aardgas, gasleiding, pijpleiding, buisleiding
pl ropa naftowa, gaz ziemny, gazociąg, rurociąg, sieć gazowa
sv olja, naturgas, gasledning, rörledning
ru нефть, природный газ, газопровод, нефтепровод, трубопровод
ja 石油, 天然ガス, パイプライン
zh 石油, 天然气, 管道, 油气

# district-heating < energy: us er utilitiesCommunication
en district heating, heating network, heat demand, heat network
de Fernwärme, Wärmenetz, Wärmebedarf, Nahwärme
fr chauffage urbain, réseau de chaleur
es calefacción urbana, red de calor, demanda de calor
it teleriscaldamento, rete di calore
pt aquecimento urbano, rede de calor
nl stadsverwarming, warmtenet, warmtevraag
pl ciepłownictwo, sieć ciepłownicza, zapotrzebowanie na ciepło
sv fjärrvärme, värmenät
ru теплоснабжение, тепловая сеть, теплосеть
ja 地域暖房, 熱供給
zh 集中供热, 供热

# telecommunication: us utilitiesCommunication
en telecommunication, broadband, mobile network, fiber, fibre optic, internet coverage, cell tower, antenna, wifi
de Telekommunikation, Breitband, Mobilfunk, Glasfaser, Sendemast
fr télécommunication, haut débit, réseau mobile, fibre optique, antenne relais
es telecomunicaciones, banda ancha, red móvil, fibra óptica, antena
it telecomunicazioni, banda larga, rete mobile, fibra ottica, antenna
pt telecomunicações, banda larga, rede móvel, fibra ótica, antena
nl telecommunicatie, breedband, mobiel netwerk, glasvezel, zendmast
pl telekomunikacja, internet szerokopasmowy, sieć komórkowa, światłowód
sv telekommunikation, bredband, mobilnät, fiber
ru телекоммуникации, связь, широкополосный доступ, вышка сотовой связи
ja 通信, ブロードバンド, 携帯電話, 光ファイバ
zh 通信, 宽带, 移动网络, 光纤

# waste: us environment utilitiesCommunication
en waste, recycling, waste collection, garbage, waste management, recycling center
de Abfall, Müll, Recycling, Wertstoffhof, Abfallentsorgung
fr déchets, recyclage, déchèterie, ordures ménagères
es residuos, reciclaje, basura, punto limpio
it rifiuti, riciclaggio, raccolta differenziata, isola ecologica
pt resíduos, reciclagem, lixo, ecoponto
nl afval, recycling, afvalinzameling, milieustraat
pl odpady, recykling, śmieci, gospodarka odpadami
sv avfall, återvinning, sopor, återvinningsstation
ru отходы, переработка отходов, мусор
ja 廃棄物, ごみ, リサイクル
zh 废物, 垃圾, 回收, 废弃物

# street-furniture: us structure
en street light, street lighting, street furniture, public lighting, streetlight, bench
de Straßenbeleuchtung, Straßenlaterne, Stadtmobiliar, Leuchte
fr éclairage public, mobilier urbain, lampadaire
es alumbrado público, mobiliario urbano, farola
it illuminazione pubblica, arredo urbano, lampione
pt iluminação pública, mobiliário urbano
nl straatverlichting, straatmeubilair, lantaarnpaal
pl oświetlenie uliczne, mała architektura, latarnia
sv gatubelysning, gatumöbel, belysning
ru уличное освещение, фонари
ja 街灯, 街路灯
zh 路灯, 街道设施
`;
