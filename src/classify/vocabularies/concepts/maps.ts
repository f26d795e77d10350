// Concepts of imagery, base maps and places. How these texts are written: ../read-concepts.ts.
export const mapsConcepts = `
# orthophoto: oi imageryBaseMapsEarthCover
en orthophoto, orthoimagery, orthoimage, orthophotos, orthophotography
de Orthophoto, Orthobild, DOP, Luftbildkarte, Orthofoto
fr orthophoto, ortho-image, orthophotographie
es ortofoto, ortoimagen, ortofotografía
it ortofoto, ortoimmagini, ortofotocarta
pt ortofoto, ortoimagem, ortofotomapa
nl orthofoto, orthobeeld
pl ortofotomapa, ortofoto, ortoobraz
sv ortofoto, ortobild
ru ортофотоплан, ортофото
ja オルソ画像, 正射写真, オルソフォト
zh 正射影像, 正射

# aerial-photo < orthophoto
en aerial photo, aerial imagery, aerial photography, aerial image
de Luftbild, Luftbilder, Luftaufnahme
fr photographie aérienne, photo aérienne, vue aérienne
es fotografía aérea, foto aérea, imagen aérea
it foto aerea, fotografia aerea, immagini aeree
pt fotografia aérea, foto aérea, imagem aérea
nl luchtfoto, luchtfoto's, luchtopname
pl zdjęcie lotnicze, zdjęcia lotnicze
sv flygbild, flygfoto
ru аэрофотосъёмка, аэрофотоснимок
ja 空中写真, 航空写真
zh 航空影像, 航拍, 航空照片

# satellite-image: oi imageryBaseMapsEarthCover
en satellite image, satellite imagery, Landsat, Sentinel-2, MODIS, remote sensing, multispectral, true color
de Satellitenbild, Satellitenaufnahme, Fernerkundung, Satellitendaten
fr image satellite, imagerie satellitaire, télédétection
es imagen de satélite, imágenes satelitales, teledetección, imagen satelital
it immagine satellitare, immagini da satellite, telerilevamento
pt imagem de satélite, detecção remota, sensoriamento remoto, deteção remota
nl satellietbeeld, satellietbeelden, aardobservatie
pl zdjęcie satelitarne, obraz satelitarny, teledetekcja
sv satellitbild, fjärranalys, satellitdata
ru космический снимок, спутниковый снимок, дистанционное зондирование
ja 衛星画像, リモートセンシング, 衛星写真
zh 卫星影像, 遥感, 卫星图像

# radar-image: oi imageryBaseMapsEarthCover
en radar imagery, synthetic aperture radar, SAR, Sentinel-1, backscatter
de Radarbild, Radaraufnahme, SAR
fr image radar, radar à synthèse d'ouverture
es imagen radar, radar de apertura sintética
it immagine radar, radar ad apertura sintetica
pt imagem de radar, radar de abertura sintética
nl radarbeeld, radarbeelden
pl obraz radarowy, zobrazowanie radarowe
sv radarbild, radardata
ru радарный снимок, радиолокационный снимок
ja 合成開口レーダ, SAR画像
zh 雷达影像, 合成孔径雷达

# infrared-image: oi imageryBaseMapsEarthCover
en infrared, false color, thermal image, color infrared, CIR
de Infrarot, Falschfarben, CIR, Thermalbild
fr infrarouge, fausses couleurs, thermographie
es infrarrojo, falso color, imagen térmica
it infrarosso, falsi colori, termografia
pt infravermelho, falsa cor
nl infrarood, valse kleuren
pl podczerwień, barwy nierzeczywiste, CIR
sv infraröd, infrarött
ru инфракрасный, тепловой снимок
ja 赤外線, 赤外画像
zh 红外, 假彩色

# topographic-map: gn imageryBaseMapsEarthCover
en topographic map, topographic, topography, topo map, scanned map
de Topographische Karte, topographisch, DTK, Topografie, topografische Karte
fr carte topographique, topographie, topographique, scan 25
es mapa topográfico, topográfico, topografía, cartografía topográfica
it carta topografica, topografia, carta tecnica, topografico, carta tecnica regionale
pt carta topográfica, mapa topográfico, topografia, topográfico
nl topografische kaart, topografie, topografisch
pl mapa topograficzna, topografia, topograficzny
sv topografisk karta, terrängkarta, topografi
ru топографическая карта, топография, топооснова
ja 地形図
zh 地形图

# base-map: imageryBaseMapsEarthCover
en base map, basemap, background map, reference map, OpenStreetMap
de Grundkarte, Basiskarte, Hintergrundkarte, Webatlas, OpenStreetMap
fr fond de plan, fond de carte, carte de base, plan IGN
es mapa base, cartografía base, mapa de fondo
it carta di base, mappa di base, cartografia di base
pt mapa base, cartografia de base, mapa de fundo
nl basiskaart, achtergrondkaart, ondergrondkaart, basisregistratie
pl mapa podkładowa, mapa bazowa, mapa zasadnicza
sv grundkarta, bakgrundskarta, baskarta
ru базовая карта, картографическая основа, подложка
ja 基本図, 背景地図, ベースマップ
zh 底图, 基础地图

# historical-map: imageryBaseMapsEarthCover society
en historical map, historic map, old map, historical topographic map, old maps
de historische Karte, historische Karten, Urkataster, Altkarte
fr carte ancienne, cartes anciennes, carte historique, état-major
es mapa histórico, mapas históricos, cartografía histórica, mapa antiguo
it carta storica, mappa storica, cartografia storica, catasto storico
pt mapa histórico, cartografia histórica, mapa antigo
nl historische kaart, oude kaart, historische kaarten
pl mapa historyczna, mapy historyczne, dawna mapa
sv historisk karta, historiska kartor, häradskarta
ru историческая карта, старинная карта, исторические карты
ja 古地図, 旧版地図, 歴史地図
zh 历史地图, 古地图

# nautical-chart: of tn oceans transportation
en nautical chart, sea chart, electronic navigational chart, ENC, hydrographic chart
de Seekarte, Seekarten, nautische Karte
fr carte marine, cartes marines, carte nautique
es carta náutica, cartas náuticas
it carta nautica, carte nautiche
pt carta náutica, carta de navegação
nl zeekaart, zeekaarten, hydrografische kaart
pl mapa morska, mapy morskie, mapa nawigacyjna
sv sjökort
ru морская карта, навигационная карта
ja 海図
zh 海图, 航海图

# city-map: imageryBaseMapsEarthCover location
en city map, town map, street map, city plan
de Stadtplan, Stadtkarte, Ortsplan
fr plan de ville, plan de la ville
es plano de la ciudad, callejero, mapa de la ciudad
it pianta della città, stradario, mappa della città
pt mapa da cidade, planta da cidade
nl stadskaart, stadsplattegrond, plattegrond
pl plan miasta, mapa miasta
sv stadskarta, tätortskarta
ru план города, карта города
ja 都市計画基本図, 市街地図
zh 城市地图, 街道地图

# night-lights: oi imageryBaseMapsEarthCover
en night lights, nighttime lights, earth at night, black marble
de Nachtlichter, Erde bei Nacht
fr lumières nocturnes, éclairage nocturne
es luces nocturnas
it luci notturne
pt luzes noturnas
nl nachtverlichting, lichten bij nacht
pl światła nocne, oświetlenie nocne
sv nattljus
ru ночные огни
ja 夜間光
zh 夜间灯光

# geographical-name: gn location
en geographical name, place name, toponym, gazetteer, place names, named place
de geographische Namen, Ortsname, Toponym, Gazetteer, Flurnamen
fr nom géographique, toponyme, toponymie, lieu-dit, nom de lieu
es nombre geográfico, topónimo, toponimia, nomenclátor
it nome geografico, toponimo, toponomastica, nomi geografici
pt nome geográfico, topónimo, toponímia
nl geografische naam, plaatsnaam, toponiem, geografische namen
pl nazwa geograficzna, nazwy geograficzne, nazwy miejscowości, toponim
sv ortnamn, geografiskt namn, geografiska namn
ru географические названия, топоним, газеттир
ja 地名, 地名辞典
zh 地名, 地名录

# settlement: gn location society
en settlement, town, village, populated place, city, cities, towns
de Ort, Ortschaft, Ortslage, Dorf, Stadt, Städte
fr localité, ville, village, bourg
es localidad, núcleo de población, ciudad, pueblo
it località, città, paese, insediamento
pt localidade, cidade, aldeia, povoação, vila
nl plaats, stad, dorp, woonplaats, nederzetting, steden
pl miejscowość, miejscowości, miasto, wieś, miasta
sv ort, stad, by, städer, samhälle
ru населённый пункт, город, села, города
ja 集落, 都市, 市町村名
zh 居民点, 城市, 村庄, 城镇

# address: ad location
en address, addresses, house number, geocoding
de Adresse, Adressen, Hausnummer, Hauskoordinaten
fr adresse, adresses, numéro de voie
es dirección postal, direcciones, número de portal, portales
it indirizzo, indirizzi, numero civico, numeri civici
pt endereço, endereços, morada, número de porta
nl adres, adressen, huisnummer
pl adres, adresy, punkt adresowy, punkty adresowe
sv adress, adresser, belägenhetsadress
ru адрес, адреса, номер дома
ja 住所, 番地, ジオコーディング
zh 地址, 门牌

# postal-code: ad su location
en postal code, postcode, zip code, ZIP codes
de Postleitzahl, PLZ, Postleitzahlgebiet
fr code postal, codes postaux
es código postal, códigos postales
it codice postale, CAP postale
pt código postal, CEP
nl postcode, postcodegebied
pl kod pocztowy, kody pocztowe
sv postnummer, postnummerområde
ru почтовый индекс
ja 郵便番号
zh 邮政编码, 邮编

# administrative-unit: au boundaries
en administrative unit, administrative boundary, administrative boundaries, boundary, boundaries, administrative area
de Verwaltungsgrenze, Verwaltungseinheit, Verwaltungsgebiet, Verwaltungsgrenzen, Grenze
fr limite administrative, unité administrative, limites administratives, découpage administratif
es límite administrativo, unidad administrativa, límites administrativos, división administrativa
it confine amministrativo, unità amministrativa, limiti amministrativi, confini amministrativi
pt limite administrativo, unidade administrativa, limites administrativos, divisão administrativa
nl bestuurlijke grens, bestuurlijke grenzen, administratieve eenheid, bestuurlijke gebieden
pl granice administracyjne, jednostka administracyjna, podział administracyjny, granica
sv administrativ gräns, administrativ indelning, administrativa gränser, administrativ enhet
ru административные границы, административная единица, административно-территориальное деление, граница
ja 行政界, 行政区域, 行政区画
zh 行政区划, 行政边界, 行政界线

# municipality < administrative-unit
en municipality, municipalities, commune, municipal boundary
de Gemeinde, Gemeinden, Gemeindegrenze
fr commune, communes, municipalité
es municipio, municipios, término municipal
it comune, comuni, confini comunali
pt município, municípios, concelho, freguesia
nl gemeente, gemeenten, gemeentegrens
pl gmina, gminy
sv kommun, kommuner, kommungräns
ru муниципалитет, муниципальное образование, муниципальный
ja 市区町村, 市町村, 自治体
zh 市镇, 乡镇, 市县

# country < administrative-unit
en country, countries, national boundary, country border, state boundary
de Staat, Staatsgrenze, Landesgrenze, Länder
fr pays, frontière, frontière nationale
es país, países, frontera
it stato nazionale, confine di stato, nazioni
pt país, países, fronteira
nl land, landen, landsgrens, rijksgrens
pl państwo, granica państwa, kraje
sv landgräns, riksgräns, länder
ru страна, страны, государственная граница
ja 国境, 国境線, 国別
zh 国家, 国界, 国境

# region < administrative-unit
en province, provinces, regional boundary, county, counties
de Bundesland, Landkreis, Regierungsbezirk, Kanton, Kreisgrenze
fr région administrative, département, province, départements
es provincia, provincias, comunidad autónoma, departamento
it provincia, province, regioni
pt distrito, província, estado federativo
nl provincie, provincies, provinciegrens
pl województwo, powiat, województwa, powiaty
sv län, länsgräns, landskapsgräns
ru область, регион, провинция
ja 都道府県, 県境
zh 省份, 省界, 省级

# cadastral-parcel: cp planningCadastre
en cadastral parcel, cadastre, cadastral, parcel, parcels, land registry, property boundary
de Flurstück, Kataster, Liegenschaftskataster, Liegenschaften, ALKIS, Grundstück
fr parcelle cadastrale, cadastre, cadastral, parcelle, foncier
es parcela catastral, catastro, catastral, parcela
it particella catastale, catasto, catastale, particelle
pt parcela cadastral, cadastro, cadastral, prédio rústico
nl kadastraal perceel, kadaster, kadastrale kaart, perceel, percelen
pl działka ewidencyjna, działki ewidencyjne, kataster, ewidencja gruntów, działka
sv fastighet, fastighetsindelning, fastighetsgräns, kadaster
ru кадастровый участок, кадастр, кадастровый, земельный участок
ja 地籍, 地籍図, 筆界
zh 地籍, 宗地, 地块

# building: bu structure
en building, buildings, building footprint, house, houses
de Gebäude, Hausumringe, Bauwerk, Haus, Häuser
fr bâtiment, bâtiments, bâti, maison
es edificio, edificios, edificación, construcción
it edificio, edifici, fabbricato, fabbricati, edificato
pt edifício, edifícios, edificação, edificado
nl gebouw, gebouwen, pand, panden
pl budynek, budynki, budynków
sv byggnad, byggnader, hus
ru здание, здания, строения
ja 建物, 建築物
zh 建筑物, 建筑, 房屋

# 3d-city-model < building
en 3D city model, 3D buildings, CityGML, city model
de 3D-Stadtmodell, 3D-Gebäude, LoD2, Gebäudemodell
fr maquette 3D, bâtiments 3D, modèle urbain
es modelo 3D de ciudad, edificios 3D
it modello 3D della città, edifici 3D
pt modelo 3D da cidade, edifícios 3D
nl 3D-stadsmodel, 3D-gebouwen
pl model 3D miasta, budynki 3D, modele 3D
sv 3D-stadsmodell, 3D-byggnader
ru трёхмерная модель города, 3D модель города
ja 三次元都市モデル, 3D都市モデル
zh 三维城市模型, 三维建筑

# statistical-unit: su society
en statistical unit, census tract, census block, enumeration area, NUTS, statistical grid
de statistische Einheit, statistischer Bezirk, NUTS, Zählbezirk
fr unité statistique, îlot statistique, IRIS, carroyage statistique
es unidad estadística, sección censal, secciones censales
it unità statistica, sezione di censimento, sezioni di censimento
pt unidade estatística, subsecção estatística, setor censitário
nl statistische eenheid, wijken en buurten, buurten, CBS-vierkant
pl jednostka statystyczna, rejon statystyczny, obwód spisowy
sv statistisk enhet, statistikområde, demografiskt statistikområde
ru статистическая единица, переписной участок
ja 統計単位, 小地域, 国勢調査区
zh 统计单元, 普查区

# grid: gg location
en geographical grid, grid system, reference grid, graticule, grid cell, UTM grid
de geographisches Gitter, Gitternetz, UTM-Gitter, Kilometerquadrat
fr quadrillage, grille géographique, carroyage, maille
es cuadrícula, malla geográfica, retícula
it griglia geografica, reticolato, griglia di riferimento
pt grelha geográfica, quadrícula, grade
nl geografisch raster, kilometerhok, rasternet
pl siatka geograficzna, siatka kilometrowa
sv geografiskt rutnät, rutnät, indexrutor
ru географическая сетка, координатная сетка
ja メッシュ, 地域メッシュ, 経緯線
zh 格网, 地理格网, 经纬网

# geodetic-point: rs location
en geodetic point, control point, benchmark, triangulation point, geodetic network, survey mark, coordinate reference system
de Festpunkt, Trigonometrischer Punkt, Höhenfestpunkt, Lagefestpunkt, Koordinatenreferenzsystem
fr point géodésique, réseau géodésique, repère de nivellement, borne géodésique
es vértice geodésico, red geodésica, punto geodésico, señal de nivelación
it punto geodetico, rete geodetica, caposaldo, punto trigonometrico, vertici
pt vértice geodésico, rede geodésica, marco geodésico
nl geodetisch punt, grondslagpunt, peilmerk, referentiepunt
pl osnowa geodezyjna, punkt geodezyjny, punkty osnowy
sv stompunkt, geodetisk punkt, fixpunkt, triangelpunkt
ru геодезический пункт, геодезическая сеть, репер
ja 基準点, 三角点, 水準点
zh 控制点, 大地测量, 三角点

# map-sheet: gg imageryBaseMapsEarthCover
en map sheet, sheet index, map index, tile index, sheet line
de Kartenblatt, Blattschnitt, Kachelübersicht, Blatteinteilung
fr coupure de carte, tableau d'assemblage, dallage
es hoja del mapa, distribución de hojas, índice de hojas
it foglio di mappa, quadro d'unione, taglio cartografico
pt folha da carta, seccionamento, índice de folhas
nl kaartblad, bladindeling, bladwijzer
pl arkusz mapy, skorowidz, podział na arkusze
sv kartblad, bladindelning
ru лист карты, номенклатура листов, разграфка
ja 図郭, 図葉, 索引図
zh 图幅, 分幅, 图幅索引
`;
