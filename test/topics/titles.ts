// Titles as publishers write them in twelve languages, each with its concept. Written by us before the matching, and not
// changed since: docs/papers.md reports what was missed at first.

const text = `
# forest
en Forests of Northern Ontario 2018
en Ancient woodland inventory
de Wälder in Niedersachsen
de Waldfunktionenkarte
fr Carte des forêts publiques
fr Massifs forestiers de Bretagne
es Mapa de bosques nativos de la provincia
it Boschi e aree boscate della Toscana
pt Carta das florestas do continente
nl Bossen van Vlaanderen
pl Mapa lasów państwowych
sv Skogar i Dalarna
ru Леса Карельской области
ja 北海道の森林
zh 云南省森林分布
# river
en Rivers and streams of Kentucky
de Flüsse und Bäche in Bayern
fr Rivières du département du Lot
es Ríos principales de Galicia
it Fiumi della regione Lazio
pt Rios de Portugal continental
nl Rivieren in Gelderland
pl Rzeki województwa lubelskiego
sv Älvar och floder i Norrland
ru Реки Сибири
ja 主要河川の位置
zh 主要河流分布图
# flood
en Flood hazard zones
de Überschwemmungsgebiete Sachsen
fr Zones inondables du Rhône
es Zonas inundables de origen fluvial
it Aree allagabili, pericolosità idraulica
pt Cheias e inundações históricas
nl Overstromingsrisico Rijn
pl Mapy zagrożenia powodziowego
sv Översvämningskartering Vänern
ru Зоны затопления в Приморье
ja 洪水浸水想定区域図
zh 洪水风险图
# road
en National road network
de Straßennetz Hessen
fr Réseau routier départemental
es Red de carreteras del Estado
it Strade provinciali e comunali
pt Estradas nacionais
nl Wegennetwerk Utrecht
pl Drogi krajowe i wojewódzkie
sv Allmänna vägar i Skåne
ru Автомобильные дороги Татарстана
ja 県内の道路
zh 全国公路网
# railway
en Railways and tram lines
de Eisenbahnstrecken Brandenburg
fr Voies ferrées en service
es Líneas de ferrocarril
it Ferrovie italiane
pt Rede ferroviária nacional
nl Spoorwegen in Nederland
pl Linie kolejowe w Polsce
sv Järnvägar och stationer
ru Железные дороги России
ja 鉄道路線と駅
zh 铁路网络
# building
en Building footprints of Dublin
de Gebäudeumrisse Hamburg
fr Bâtiments remarquables
es Edificios públicos de Sevilla
it Edifici e fabbricati
pt Edifícios de Lisboa
nl Gebouwen in Rotterdam
pl Budynki mieszkalne
sv Byggnader i Malmö kommun
ru Здания и сооружения
ja 建物の外周線
zh 建筑物轮廓
# cadastral-parcel
en Cadastral parcels of Estonia
de Flurstücke Thüringen
fr Parcelles cadastrales
es Parcelas catastrales de rústica
it Particelle catastali
pt Cadastro predial
nl Kadastrale percelen
pl Działki ewidencyjne powiatu
sv Fastighetsindelning Uppsala
ru Кадастровые участки
ja 地籍調査の成果
zh 地籍数据
# administrative-unit
en Administrative boundaries 1:250 000
de Verwaltungsgrenzen 1:250 000
fr Limites administratives
es Límites administrativos municipales
it Confini amministrativi 2021
pt Limites administrativos oficiais
nl Bestuurlijke grenzen 2022
pl Granice administracyjne
sv Administrativa gränser
ru Административные границы районов
ja 行政区域界
zh 行政区划界线
# geology
en Surface geology of Nevada
de Geologische Übersichtskarte
fr Carte géologique au 1/50 000
es Mapa geológico de España
it Carta geologica d'Italia
pt Carta geológica de Angola
nl Geologische kaart van België
pl Mapa geologiczna Tatr
sv Berggrundsgeologi
ru Геологическая карта Урала
ja シームレス地質図
zh 中国地质图
# soil
en Soil types of Kenya
de Bodenübersichtskarte Böden
fr Carte pédologique des sols
es Mapa de suelos de Andalucía
it Carta dei suoli del Veneto
pt Carta de solos do Brasil
nl Bodemkaart van Nederland
pl Mapa gleb Polski
sv Jordmåner i Sverige
ru Почвы Алтая
ja 土壌分類図
zh 土壤类型图
# land-cover
en Global land cover 2020
de Landbedeckung Deutschland
fr Occupation du sol en Corse
es Ocupación del suelo en España
it Copertura del suolo in Sardegna
pt Carta de ocupação do solo
nl Bodembedekking Vlaanderen
pl Pokrycie terenu Mazowsza
sv Nationella marktäckedata
ru Типы земного покрова
ja 土地被覆分類図
zh 土地覆盖分类
# protected-area
en Nature reserves of Wales
de Naturschutzgebiete Schleswig-Holstein
fr Réserves naturelles nationales
es Espacios naturales protegidos
it Aree protette della Liguria
pt Áreas protegidas da Madeira
nl Natuurgebieden in Drenthe
pl Rezerwaty przyrody
sv Naturreservat i Halland
ru Заповедники и заказники
ja 自然保護区の区域
zh 国家级自然保护区
# population
en Population by census tract
de Bevölkerungsdichte in Berlin
fr Densité de population communale
es Población por municipios
it Popolazione residente
pt População residente por freguesia
nl Bevolking per wijk
pl Gęstość zaludnienia
sv Befolkning per ruta
ru Численность населения
ja 人口密度メッシュ
zh 人口密度
# precipitation
en Mean annual rainfall
de Jahresniederschläge 1991-2020
fr Précipitations mensuelles
es Precipitación media anual
it Precipitazioni cumulate
pt Precipitação total
nl Neerslag per etmaal
pl Suma opadów
sv Nederbörd senaste dygnet
ru Годовое количество осадков
ja 年間降水量
zh 年降水量
# orthophoto
en Orthophotos 2019, 20 cm
de Digitale Orthophotos Saarland
fr Orthophotographies du littoral
es Ortofotos históricas
it Ortofoto digitali a colori
pt Ortofotos de 2018
nl Orthofoto's winter 2021
pl Ortofotomapa wysokiej rozdzielczości
sv Ortofoto i färg
ru Ортофотопланы городов
ja オルソ画像の一覧
zh 正射影像服务
# lake
en Lakes of Minnesota
de Seen in Brandenburg
fr Lacs de montagne
es Lagos y lagunas
it Laghi alpini
pt Lagoas dos Açores
nl Meren en plassen
pl Jeziora mazurskie
sv Sjöar i Småland
ru Озёра Карелии
ja 湖沼の一覧
zh 湖泊分布
`;

export interface TitleCase {
  readonly concept: string;
  readonly language: string;
  readonly title: string;
}

export const titleCases: readonly TitleCase[] = readCases();

function readCases(): readonly TitleCase[] {
  const cases: TitleCase[] = [];
  let concept = '';
  for (const line of text.trim().split('\n')) {
    if (line.startsWith('# ')) concept = line.slice(2);
    else cases.push({ concept, language: line.slice(0, 2), title: line.slice(3) });
  }
  return cases;
}
