// Concepts of weather and climate. How these texts are written: ../read-concepts.ts.
export const weatherConcepts = `
# weather: mf ac climatologyMeteorologyAtmosphere geoss:weather
en weather, meteorology, meteorological, atmosphere, weather observation, atmospheric
de Wetter, Meteorologie, meteorologisch, Atmosphäre, Witterung
fr météo, météorologie, météorologique, atmosphère
es tiempo meteorológico, meteorología, meteorológico, atmósfera
it meteo, meteorologia, meteorologico, atmosfera
pt meteorologia, tempo meteorológico, meteorológico, atmosfera
nl weer, meteorologie, meteorologisch, atmosfeer
pl pogoda, meteorologia, meteorologiczny, atmosfera
sv väder, meteorologi, meteorologisk, atmosfär
ru погода, метеорология, метеорологический, атмосфера
ja 気象, 天気, 大気
zh 天气, 气象, 大气

# weather-forecast < weather
en weather forecast, forecast, numerical weather prediction, NWP, weather warning
de Wettervorhersage, Vorhersage, Wetterwarnung, Unwetterwarnung
fr prévision météorologique, prévisions, vigilance météo
es pronóstico, predicción meteorológica, previsión meteorológica
it previsioni meteo, previsione, allerta meteo
pt previsão meteorológica, previsão do tempo, previsão
nl weersverwachting, weersvoorspelling, weerwaarschuwing
pl prognoza pogody, prognoza, ostrzeżenie meteorologiczne
sv väderprognos, prognos, vädervarning
ru прогноз погоды, прогноз
ja 天気予報, 気象予報, 気象警報
zh 天气预报, 预报

# weather-station < weather: mf ef climatologyMeteorologyAtmosphere
en weather station, meteorological station, weather stations, rain gauge
de Wetterstation, Klimastation, Messstation Wetter, Niederschlagsmesser
fr station météo, station météorologique, pluviomètre
es estación meteorológica, estaciones meteorológicas, pluviómetro
it stazione meteo, stazione meteorologica, pluviometro
pt estação meteorológica, estações meteorológicas, pluviómetro
nl weerstation, weerstations, regenmeter
pl stacja meteorologiczna, stacje meteorologiczne
sv väderstation, mätstation väder
ru метеостанция, метеорологическая станция
ja 気象観測所, アメダス, 観測所
zh 气象站, 气象观测站

# weather-radar < weather
en weather radar, precipitation radar, radar reflectivity, reflectivity, NEXRAD, radar composite
de Wetterradar, Niederschlagsradar, Regenradar
fr radar météo, radar de précipitations, réflectivité
es radar meteorológico, reflectividad
it radar meteorologico, radar meteo, riflettività
pt radar meteorológico, refletividade
nl weerradar, neerslagradar, buienradar
pl radar meteorologiczny, radar opadowy
sv väderradar, nederbördsradar
ru метеорадар, метеорологический радар
ja 気象レーダー, 雨雲レーダー
zh 天气雷达, 气象雷达

# air-temperature < weather
en temperature, air temperature, surface temperature, land surface temperature, temperatures
de Temperatur, Lufttemperatur, Temperaturen
fr température, température de l'air, températures
es temperatura, temperatura del aire, temperaturas
it temperatura, temperatura dell'aria, temperature
pt temperatura, temperatura do ar
nl temperatuur, luchttemperatuur
pl temperatura, temperatura powietrza
sv temperatur, lufttemperatur
ru температура, температура воздуха
ja 気温, 温度
zh 温度, 气温

# precipitation < weather: mf climatologyMeteorologyAtmosphere geoss:weather geoss:water
en precipitation, rainfall, rain, rainfall intensity, snowfall
de Niederschlag, Regen, Niederschlagsmenge, Regenmenge
fr précipitation, précipitations, pluie, pluviométrie
es precipitación, precipitaciones, lluvia, pluviometría
it precipitazione, precipitazioni, pioggia, piovosità
pt precipitação, chuva, pluviosidade
nl neerslag, regen, regenval
pl opady, opad, deszcz
sv nederbörd, regn
ru осадки, дождь, количество осадков
ja 降水量, 降雨, 雨量
zh 降水, 降雨, 雨量

# wind < weather
en wind, wind speed, winds, wind direction, wind gust
de Windgeschwindigkeit, Windrichtung, Wind, Windböen
fr vent, vitesse du vent, vents
es viento, velocidad del viento, vientos
it vento, velocità del vento, venti
pt vento, velocidade do vento, ventos
nl wind, windsnelheid, windrichting
pl wiatr, prędkość wiatru, kierunek wiatru
sv vind, vindhastighet, vindriktning
ru ветер, скорость ветра
ja 風速, 風向, 風
zh 风速, 风向

# humidity < weather
en humidity, relative humidity, dew point, water vapor
de Luftfeuchtigkeit, Luftfeuchte, Taupunkt
fr humidité, humidité relative, point de rosée
es humedad, humedad relativa, punto de rocío
it umidità, umidità relativa, punto di rugiada
pt humidade, umidade relativa, humidade relativa
nl luchtvochtigheid, dauwpunt
pl wilgotność, wilgotność względna
sv luftfuktighet, daggpunkt
ru влажность, влажность воздуха, точка росы
ja 湿度, 露点
zh 湿度, 露点

# air-pressure < weather
en air pressure, atmospheric pressure, sea level pressure, isobar, geopotential height
de Luftdruck, Isobaren, Geopotential
fr pression atmosphérique, isobare
es presión atmosférica, isobara
it pressione atmosferica, isobare
pt pressão atmosférica, isóbara
nl luchtdruk, isobaren
pl ciśnienie atmosferyczne, izobara
sv lufttryck, isobar
ru атмосферное давление, изобара
ja 気圧, 等圧線
zh 气压, 大气压

# cloud < weather
en cloud cover, clouds, cloudiness, cloud top
de Bewölkung, Wolken, Wolkenbedeckung
fr nébulosité, nuages, couverture nuageuse
es nubosidad, nubes, cobertura nubosa
it nuvolosità, nubi, copertura nuvolosa
pt nebulosidade, nuvens, cobertura de nuvens
nl bewolking, wolken
pl zachmurzenie, chmury
sv molnighet, moln
ru облачность, облака
ja 雲量, 雲
zh 云量, 云图

# solar-radiation < weather: ac mf climatologyMeteorologyAtmosphere geoss:energy
en solar radiation, irradiance, sunshine duration, insolation, global radiation, UV index
de Sonneneinstrahlung, Globalstrahlung, Sonnenscheindauer, Solarstrahlung
fr rayonnement solaire, ensoleillement, irradiation solaire
es radiación solar, insolación, irradiancia
it radiazione solare, irraggiamento, soleggiamento
pt radiação solar, insolação, irradiância
nl zonnestraling, zonneschijn, globale straling
pl promieniowanie słoneczne, usłonecznienie, nasłonecznienie
sv solinstrålning, solstrålning, soltimmar
ru солнечная радиация, инсоляция
ja 日射量, 日照時間
zh 太阳辐射, 日照

# evaporation < weather: mf climatologyMeteorologyAtmosphere geoss:water
en evapotranspiration, evaporation
de Verdunstung, Evapotranspiration
fr évapotranspiration, évaporation
es evapotranspiración, evaporación
it evapotraspirazione, evaporazione
pt evapotranspiração, evaporação
nl verdamping, evapotranspiratie
pl ewapotranspiracja, parowanie
sv avdunstning, evapotranspiration
ru эвапотранспирация, испарение
ja 蒸発散, 蒸発
zh 蒸散发, 蒸发

# climate: ac climatologyMeteorologyAtmosphere geoss:climate
en climate, climatology, climatic, climate data, climate zone
de Klima, Klimatologie, klimatisch, Klimazone, Klimadaten
fr climat, climatologie, climatique
es clima, climatología, climático
it clima, climatologia, climatico
pt clima, climatologia, climático
nl klimaat, klimatologie
pl klimat, klimatologia, klimatyczny
sv klimat, klimatologi
ru климат, климатология, климатический
ja 気候, 気候区分
zh 气候, 气候学

# climate-change < climate
en climate change, global warming, climate scenario, climate projection, climate adaptation
de Klimawandel, Erderwärmung, Klimaszenario, Klimaanpassung, Klimaprojektion
fr changement climatique, réchauffement climatique, scénario climatique
es cambio climático, calentamiento global, escenario climático
it cambiamento climatico, riscaldamento globale, cambiamenti climatici
pt alterações climáticas, mudança climática, aquecimento global
nl klimaatverandering, opwarming, klimaatscenario
pl zmiana klimatu, zmiany klimatu, globalne ocieplenie
sv klimatförändring, klimatförändringar, global uppvärmning, klimatscenario
ru изменение климата, глобальное потепление
ja 気候変動, 地球温暖化
zh 气候变化, 全球变暖

# drought: nz climatologyMeteorologyAtmosphere disaster geoss:disasters geoss:water
en drought, droughts, aridity, dryness
de Dürre, Trockenheit, Trockengebiet
fr sécheresse, aridité
es sequía, sequías, aridez
it siccità, aridità
pt seca, secas, aridez
nl droogte, verdroging
pl susza, suszy, posucha
sv torka, torrperiod
ru засуха, засушливость
ja 干ばつ, 渇水, 旱魃
zh 干旱, 旱灾

# storm: nz mf climatologyMeteorologyAtmosphere disaster geoss:disasters
en storm, storms, hurricane, tropical cyclone, typhoon, tornado, cyclone, thunderstorm
de Sturm, Orkan, Wirbelsturm, Hurrikan, Gewitter, Tornado
fr tempête, ouragan, cyclone, tornade, orage
es tormenta, huracán, ciclón, tornado, tifón
it tempesta, uragano, ciclone, tornado, temporale
pt tempestade, furacão, ciclone, tornado, tufão
nl storm, orkaan, cycloon, tornado, onweer
pl burza, huragan, cyklon, tornado, wichura
sv storm, orkan, cyklon, tornado, åska
ru шторм, ураган, циклон, торнадо, гроза
ja 台風, 暴風, 竜巻, ハリケーン
zh 风暴, 台风, 飓风, 龙卷风

# lightning < storm
en lightning, lightning strike, lightning strikes
de Blitz, Blitzeinschlag, Blitze
fr foudre, éclair, impacts de foudre
es rayos, descarga eléctrica, relámpago
it fulmini, fulmine, fulminazioni
pt relâmpago, descarga elétrica atmosférica, trovoada
nl bliksem, blikseminslag
pl wyładowania atmosferyczne, piorun
sv blixt, blixtar, blixtnedslag
ru молния, грозовые разряды
ja 雷, 落雷
zh 雷电, 闪电

# heat-island: ac hh climatologyMeteorologyAtmosphere environment
en heat island, heat wave, urban climate, heat stress, urban heat
de Wärmeinsel, Hitzewelle, Stadtklima, Hitzebelastung
fr îlot de chaleur, canicule, vague de chaleur
es isla de calor, ola de calor
it isola di calore, ondata di calore
pt ilha de calor, onda de calor
nl hitte-eiland, hittegolf, hittestress
pl wyspa ciepła, fala upałów
sv värmeö, värmebölja
ru остров тепла, волна жары
ja ヒートアイランド, 熱波
zh 热岛, 热浪
`;
