// Concepts of seas and coasts. How these texts are written: ../read-concepts.ts.
export const oceanConcepts = `
# sea: sr oceans cover:water
en sea, seas, marine, ocean, sea region, maritime
de Meer, Ozean, Meeresregion, Nordsee, Ostsee, marin
fr mer, océan, marin, maritime
es mar, océano, marino, marítimo
it mare, oceano, marino, marittimo
pt mar, oceano, marinho, marítimo
nl zee, oceaan, marien, Noordzee
pl morze, ocean, morski, Bałtyk
sv hav, ocean, marin, havsområde, Östersjön
ru море, океан, морской
ja 海洋, 海域, 海
zh 海洋, 海域, 大海

# coast: sr oceans
en coast, coastline, coastal, shoreline, shore, beach
de Küste, Küstenlinie, Strand, Uferlinie
fr côte, littoral, trait de côte, plage
es costa, línea de costa, litoral, playa
it costa, linea di costa, litorale, spiaggia
pt costa, linha de costa, litoral, praia
nl kust, kustlijn, strand
pl wybrzeże, linia brzegowa, plaża
sv kust, kustlinje, strandlinje, strand
ru побережье, береговая линия, пляж
ja 海岸, 海岸線, 沿岸, 海浜
zh 海岸, 海岸线, 沿海, 海滩

# bathymetry: el oceans elevation
en bathymetry, bathymetric, depth contour, sea depth, seafloor, seabed, isobath
de Bathymetrie, Meerestiefe, Wassertiefe, Tiefenlinie, Meeresboden
fr bathymétrie, isobathe, fond marin, profondeur
es batimetría, fondo marino, isóbata
it batimetria, fondale, isobata
pt batimetria, fundo marinho, isóbata
nl bathymetrie, dieptelijn, zeebodem, waterdiepte
pl batymetria, dno morskie, izobata
sv batymetri, djupkurva, havsbotten, sjödjup
ru батиметрия, морское дно, изобата
ja 水深, 海底地形, 等深線
zh 水深, 海底地形, 测深

# tide: of oceans
en tide, tidal, tide gauge, intertidal
de Gezeiten, Tide, Tidenhub, Watt
fr marée, marégraphe, estran
es marea, mareógrafo, intermareal
it marea, mareografo
pt maré, marégrafo
nl getij, getijden, getijde
pl pływy morskie, pływ
sv tidvatten
ru прилив, приливы
ja 潮汐, 潮位, 干潟
zh 潮汐, 潮位

# wave: of oceans geoss:weather
en wave height, ocean wave, sea waves, swell, significant wave
de Wellenhöhe, Seegang, Meereswellen
fr hauteur des vagues, houle, vagues
es oleaje, altura de ola, olas
it moto ondoso, onde marine, altezza d'onda
pt ondulação marítima, altura das ondas, ondas do mar
nl golfhoogte, zeegolven, deining
pl falowanie, wysokość fali
sv våghöjd, havsvågor, dyning
ru высота волн, волнение моря
ja 波浪, 波高
zh 海浪, 波高

# ocean-current: of oceans geoss:climate
en ocean current, sea current, currents, sea water velocity
de Meeresströmung, Strömung
fr courant marin, courants marins
es corriente marina, corrientes marinas
it corrente marina, correnti marine
pt corrente marítima, correntes marinhas
nl zeestroming, stroming
pl prąd morski, prądy morskie
sv havsström, havsströmmar
ru морское течение, течения
ja 海流, 潮流
zh 洋流, 海流

# sea-temperature: of oceans climatologyMeteorologyAtmosphere geoss:climate
en sea surface temperature, SST, sea temperature, sea water temperature, ocean temperature
de Meeresoberflächentemperatur, Wassertemperatur, Meerestemperatur
fr température de surface de la mer, température de la mer
es temperatura superficial del mar, temperatura del mar
it temperatura superficiale del mare, temperatura del mare
pt temperatura da superfície do mar, temperatura do mar
nl zeewatertemperatuur, temperatuur zeeoppervlak
pl temperatura powierzchni morza, temperatura morza
sv havsytetemperatur, vattentemperatur
ru температура поверхности моря, температура моря
ja 海面水温, 海水温
zh 海表温度, 海面温度

# salinity: of oceans
en salinity
de Salzgehalt, Salinität
fr salinité
es salinidad
it salinità
pt salinidade
nl zoutgehalte, saliniteit
pl zasolenie
sv salthalt, salinitet
ru солёность
ja 塩分
zh 盐度

# chlorophyll: of oceans biota geoss:ecosystems
en chlorophyll, ocean color, ocean colour, phytoplankton, plankton
de Chlorophyll, Phytoplankton, Plankton
fr chlorophylle, couleur de l'océan, phytoplancton
es clorofila, fitoplancton, color del océano
it clorofilla, fitoplancton
pt clorofila, fitoplâncton
nl chlorofyl, fytoplankton
pl chlorofil, fitoplankton
sv klorofyll, växtplankton
ru хлорофилл, фитопланктон
ja クロロフィル, 植物プランクトン, 海色
zh 叶绿素, 浮游植物

# sea-ice < sea: of oceans cover:snow geoss:climate
en sea ice, ice concentration, ice extent, iceberg, ice chart, ice cover, ice map
de Meereis, Eisbedeckung, Treibeis
fr glace de mer, banquise, glaces de mer
es hielo marino, banquisa
it ghiaccio marino, banchisa
pt gelo marinho, banquisa
nl zee-ijs, zeeijs
pl lód morski, pokrywa lodowa
sv havsis, istäcke
ru морской лёд, ледовая обстановка
ja 海氷, 流氷
zh 海冰

# sea-level: of oceans geoss:climate
en sea level, sea level rise, sea surface height, storm surge
de Meeresspiegel, Meeresspiegelanstieg, Sturmflut
fr niveau de la mer, élévation du niveau de la mer, submersion marine
es nivel del mar, marejada
it livello del mare, innalzamento del mare, mareggiata
pt nível do mar, subida do nível do mar
nl zeespiegel, zeespiegelstijging, stormvloed
pl poziom morza, wezbranie sztormowe
sv havsnivå, havsvattenstånd, havsnivåhöjning
ru уровень моря
ja 海面水位, 海面上昇, 高潮
zh 海平面, 海平面上升, 风暴潮

# island: gn sr location
en island, islet, archipelago
de Insel, Inseln, Archipel
fr île, archipel, îlot
es isla, archipiélago, islote
it isola, isole, arcipelago
pt ilha, arquipélago
nl eiland, archipel
pl wyspa, archipelag
sv öar, skärgård, holmar
ru остров, архипелаг
ja 島, 島嶼, 諸島
zh 岛屿, 群岛

# fishery: af farming oceans geoss:agriculture
en fishery, fisheries, fishing, fish catch
de Fischerei, Fischfang
fr pêche, pêcherie, halieutique
es pesca, pesquería, caladero
it pesca, peschereccio
pt pesca, pescaria
nl visserij, visvangst
pl rybołówstwo, rybacki, połowy
sv fiske, fiskeområde, fiskeri
ru рыболовство, рыбный промысел
ja 漁業, 漁場
zh 渔业, 渔场

# coral-reef: hb biota oceans geoss:biodiversity
en coral reef, coral, reef
de Korallenriff, Koralle
fr récif corallien, corail
es arrecife de coral, coral, arrecife
it barriera corallina, corallo
pt recife de coral, coral
nl koraalrif, koraal
pl rafa koralowa, koralowce
sv korallrev, korall
ru коралловый риф, кораллы
ja サンゴ礁, 珊瑚
zh 珊瑚礁, 珊瑚

# estuary < sea: sr hy oceans
en estuary, lagoon, river mouth, delta
de Ästuar, Flussmündung, Lagune
fr estuaire, lagune, embouchure
es estuario, albufera, desembocadura, ría
it estuario, laguna, foce
pt estuário, foz
nl estuarium, riviermonding
pl estuarium, ujście rzeki, zalew
sv estuarium, flodmynning, lagun
ru эстуарий, устье, лагуна
ja 河口, 潟湖
zh 河口, 潟湖

# seagrass: hb biota oceans geoss:ecosystems
en seagrass, kelp, seaweed, posidonia, eelgrass
de Seegras, Seegraswiese, Tang
fr herbier marin, posidonie, algue
es pradera marina, pastos marinos, posidonia, alga
it prateria di posidonia, fanerogame marine, alga
pt pradaria marinha, algas marinhas
nl zeegras, zeewier
pl trawa morska, wodorosty
sv ålgräs, sjögräs, tång
ru морская трава, водоросли
ja 藻場, 海草
zh 海草, 海藻

# maritime-boundary: sr au boundaries oceans
en exclusive economic zone, EEZ, territorial sea, maritime boundary, continental shelf
de Ausschließliche Wirtschaftszone, AWZ, Küstenmeer, Seegrenze, Festlandsockel
fr zone économique exclusive, ZEE, mer territoriale, plateau continental
es zona económica exclusiva, mar territorial, plataforma continental
it zona economica esclusiva, acque territoriali, piattaforma continentale
pt zona económica exclusiva, mar territorial, plataforma continental
nl exclusieve economische zone, territoriale zee, continentaal plat
pl wyłączna strefa ekonomiczna, morze terytorialne, szelf kontynentalny
sv ekonomisk zon, territorialhav, kontinentalsockel
ru исключительная экономическая зона, территориальное море, континентальный шельф
ja 排他的経済水域, 領海, 大陸棚
zh 专属经济区, 领海, 大陆架
`;
