// Concepts of farming, forestry and industry. How these texts are written: ../read-concepts.ts.
export const economyConcepts = `
# agriculture: af lu farming geoss:agriculture
en agriculture, agricultural, farming
de Landwirtschaft, landwirtschaftlich, Agrar
fr agriculture, agricole
es agricultura, agrícola, agrario
it agricoltura, agricolo, agrario
pt agricultura, agrícola, agrário
nl landbouw, agrarisch
pl rolnictwo, rolniczy
sv jordbruk, lantbruk
ru сельское хозяйство, сельскохозяйственный
ja 農業
zh 农业

# crop < agriculture: af lc farming cover:cropland
en crop, crops, crop type, wheat, maize, corn, crop yield, sugarcane
de Feldfrucht, Anbaufläche, Weizen, Mais, Ernte, Kulturart
fr cultures agricoles, blé, maïs, récolte, rendement agricole
es cultivos, trigo, maíz, cosecha
it colture, grano, mais, coltura, raccolto
pt culturas agrícolas, trigo, milho, colheita
nl gewas, gewassen, tarwe, maïs, oogst
pl uprawy, uprawa, pszenica, kukurydza, plony
sv gröda, grödor, vete, majs, skörd
ru посевы, пшеница, кукуруза, урожай, сельхозкультуры
ja 作物, 小麦, とうもろこし, 収穫
zh 作物, 农作物, 小麦, 玉米, 收成

# livestock < agriculture: af farming
en livestock, cattle, sheep, pigs, poultry, animal husbandry
de Viehhaltung, Rinder, Schafe, Schweine, Nutztiere
fr élevage, bétail, bovins, ovins
es ganadería, ganado, bovino, ovino
it zootecnia, bestiame, bovini, allevamento
pt pecuária, gado, bovinos
nl veehouderij, vee, runderen, schapen
pl hodowla zwierząt, bydło, trzoda chlewna
sv boskap, nötkreatur, djurhållning, får
ru животноводство, скот, крупный рогатый скот
ja 畜産, 家畜
zh 畜牧, 牲畜, 畜牧业

# farm < agriculture: af farming structure
en farm, farms, agricultural holding, agricultural facility
de Bauernhof, landwirtschaftlicher Betrieb, Hofstelle
fr exploitation agricole, ferme, exploitations agricoles
es explotación agraria, granja, finca agrícola
it azienda agricola, fattoria, aziende agricole
pt exploração agrícola, quinta agrícola, fazenda
nl boerderij, landbouwbedrijf, agrarisch bedrijf
pl gospodarstwo rolne, gospodarstwa rolne
sv bondgård, lantgård, jordbruksföretag
ru ферма, фермерское хозяйство
ja 農場, 農家
zh 农场, 农户

# aquaculture: af farming oceans
en aquaculture, fish farm, fish farming, mariculture, shellfish farming
de Aquakultur, Fischzucht, Muschelzucht
fr aquaculture, pisciculture, conchyliculture
es acuicultura, piscifactoría, piscicultura
it acquacoltura, piscicoltura
pt aquicultura, aquacultura, piscicultura
nl aquacultuur, viskwekerij, viskweek
pl akwakultura, hodowla ryb, staw hodowlany
sv vattenbruk, fiskodling, akvakultur
ru аквакультура, рыбоводство
ja 養殖, 水産養殖
zh 水产养殖, 养殖

# forestry: lu farming biota
en forestry, forest inventory, timber, logging, forest management, forest stand
de Forstwirtschaft, Waldinventur, Holzvorrat, Holzeinschlag, Forsteinrichtung
fr sylviculture, inventaire forestier, exploitation forestière, bois d'œuvre
es silvicultura, inventario forestal, madera, aprovechamiento forestal
it selvicoltura, inventario forestale, legname
pt silvicultura, inventário florestal, madeira
nl bosbouw, bosinventarisatie, houtkap, houtoogst
pl leśnictwo, inwentaryzacja lasu, nadleśnictwo, gospodarka leśna
sv skogsbruk, avverkning, skogsinventering, virke
ru лесное хозяйство, лесозаготовка, лесоустройство
ja 林業, 森林簿, 木材
zh 林业, 森林清查, 木材

# deforestation: lc environment geoss:ecosystems
en deforestation, forest loss, tree cover loss, forest change, clear cut
de Entwaldung, Abholzung, Waldverlust
fr déforestation, déboisement, perte de forêt
es deforestación, pérdida de bosque, tala
it deforestazione, disboscamento
pt desmatamento, desflorestação, deflorestação
nl ontbossing, bosverlies
pl wylesianie, wycinka lasów, utrata lasów
sv avskogning, skogsförlust
ru вырубка лесов, обезлесение
ja 森林伐採, 森林減少
zh 森林砍伐, 毁林, 森林损失

# industry: pf economy
en industry, industrial, industrial site, factory, production facility, manufacturing, industrial facility
de Industrie, Industriegebiet, Fabrik, Produktionsanlage, Gewerbegebiet, Gewerbe
fr industrie, site industriel, zone industrielle, usine, installation classée
es industria, polígono industrial, fábrica, instalación industrial, industrial
it industria, zona industriale, fabbrica, impianto industriale, industriale
pt indústria, zona industrial, fábrica, instalação industrial, industrial
nl industrie, bedrijventerrein, fabriek, industrieterrein
pl przemysł, teren przemysłowy, zakład przemysłowy, fabryka, przemysłowy
sv industri, industriområde, fabrik, produktionsanläggning
ru промышленность, завод, промышленная зона, предприятие
ja 工業, 工場, 工業団地, 産業
zh 工业, 工厂, 工业区

# hazardous-facility < industry: pf hh environment
en hazardous facility, seveso, chemical plant, hazardous substances, toxic release
de Störfallbetrieb, Seveso, Chemieanlage, Gefahrstoffe
fr site seveso, usine chimique, substances dangereuses
es seveso, planta química, sustancias peligrosas
it rischio di incidente rilevante, seveso, impianto chimico
pt seveso, indústria química, substâncias perigosas
nl risicovolle inrichting, seveso, chemische fabriek, gevaarlijke stoffen
pl zakład dużego ryzyka, seveso, zakłady chemiczne, substancje niebezpieczne
sv sevesoanläggning, kemisk industri, farliga ämnen
ru опасный объект, химический завод, опасные вещества
ja 危険物施設, 化学工場
zh 危险设施, 化工厂, 危险品

# commerce: economy
en commerce, retail, shop, shops, shopping center, market, supermarket, store, business
de Handel, Einzelhandel, Geschäft, Einkaufszentrum, Supermarkt, Markt
fr commerce, commerces, magasin, centre commercial, marché
es comercio, comercios, tienda, centro comercial, mercado
it commercio, negozio, negozi, centro commerciale, mercato
pt comércio, loja, lojas, centro comercial, mercado
nl detailhandel, winkel, winkels, winkelcentrum, markt
pl handel, sklep, sklepy, centrum handlowe, targowisko
sv handel, butik, butiker, köpcentrum, affärer
ru торговля, магазин, магазины, торговый центр, рынок
ja 商業, 小売, 店舗, 商業施設
zh 商业, 零售, 商店, 购物中心

# economy: economy
en economy, economic activity, gross domestic product, GDP, enterprises, economic
de Wirtschaft, Bruttoinlandsprodukt, Unternehmen, Wirtschaftsförderung
fr économie, activité économique, produit intérieur brut, entreprises
es economía, actividad económica, producto interior bruto, empresas
it economia, attività economica, prodotto interno lordo, imprese
pt economia, atividade económica, produto interno bruto, empresas
nl economie, economische activiteit, bruto binnenlands product, bedrijven
pl gospodarka, działalność gospodarcza, produkt krajowy brutto, przedsiębiorstwa
sv ekonomi, näringsliv, bruttonationalprodukt, företag
ru экономика, экономическая деятельность, валовой продукт, предприятия
ja 経済, 国内総生産, 企業
zh 经济, 国内生产总值, 企业

# food-security: hh farming society geoss:agriculture
en food security, food insecurity, famine, food production
de Ernährungssicherheit, Hungersnot, Nahrungsmittel
fr sécurité alimentaire, insécurité alimentaire, famine
es seguridad alimentaria, hambruna, alimentos
it sicurezza alimentare, carestia, alimenti
pt segurança alimentar, fome, alimentos
nl voedselzekerheid, hongersnood, voedsel
pl bezpieczeństwo żywnościowe, głód, żywność
sv livsmedelsförsörjning, hungersnöd, livsmedel
ru продовольственная безопасность, голод, продовольствие
ja 食料安全保障, 飢饉, 食料
zh 粮食安全, 饥荒, 粮食
`;
