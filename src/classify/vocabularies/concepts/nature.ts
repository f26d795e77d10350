// Concepts of nature and its protection. How these texts are written: ../read-concepts.ts.
export const natureConcepts = `
# protected-area: ps environment geoss:biodiversity
en protected area, protected site, nature reserve, conservation area, nature conservation, protected areas
de Schutzgebiet, Naturschutzgebiet, Landschaftsschutzgebiet, Naturschutz
fr aire protégée, zone protégée, réserve naturelle, espace naturel protégé, protection de la nature
es área protegida, espacio natural protegido, reserva natural, espacio protegido, zona protegida
it area protetta, riserva naturale, aree protette, sito protetto
pt área protegida, reserva natural, áreas protegidas, sítio protegido
nl beschermd gebied, natuurreservaat, natuurgebied, natuurbescherming
pl obszar chroniony, obszary chronione, rezerwat przyrody, ochrona przyrody
sv skyddat område, naturreservat, skyddad natur, naturskydd
ru охраняемая территория, заповедник, особо охраняемые природные территории, ООПТ, заказник
ja 自然保護区, 保護地域, 自然保護
zh 保护区, 自然保护区

# national-park < protected-area
en national park, natural park, nature park
de Nationalpark, Naturpark
fr parc national, parc naturel, parc naturel régional
es parque nacional, parque natural
it parco nazionale, parco naturale, parco regionale
pt parque nacional, parque natural
nl nationaal park, natuurpark
pl park narodowy, park krajobrazowy
sv nationalpark, naturpark
ru национальный парк, природный парк
ja 国立公園, 自然公園
zh 国家公园, 自然公园

# natura-2000 < protected-area
en Natura 2000, special protection area, site of community importance, special area of conservation
de Natura 2000, FFH-Gebiet, Vogelschutzgebiet, FFH
fr Natura 2000, zone de protection spéciale, site d'importance communautaire
es Natura 2000, Red Natura, ZEPA, lugar de importancia comunitaria
it Natura 2000, rete Natura, zona di protezione speciale, ZSC
pt Natura 2000, Rede Natura, zona de proteção especial
nl Natura 2000, habitatrichtlijn, vogelrichtlijn
pl Natura 2000, obszar specjalnej ochrony
sv Natura 2000, fågeldirektivet
ru Natura 2000, сеть Натура
ja ナチュラ2000, Natura 2000
zh 自然2000, Natura 2000

# habitat: hb biota environment geoss:biodiversity
en habitat, habitats, biotope, biotopes, EUNIS
de Lebensraum, Biotop, Biotope, Biotopkartierung, Lebensraumtyp
fr habitat, habitats, biotope, habitat naturel
es hábitat, hábitats, biotopo
it habitat, biotopo, biotopi
pt habitat, habitats, biótopo
nl habitat, biotoop, leefgebied, habitattype
pl siedlisko, siedliska, biotop, siedlisk przyrodniczych
sv livsmiljö, biotop, naturtyp, habitat
ru местообитание, биотоп, среда обитания
ja 生息地, ビオトープ, 生息環境
zh 栖息地, 生境, 群落生境

# species: sd biota geoss:biodiversity
en species, species distribution, species occurrence, endangered species, taxon
de Arten, Artverbreitung, Tierarten, Artenschutz, Artenvorkommen
fr espèce, espèces, répartition des espèces
es especie, especies, distribución de especies
it specie, distribuzione delle specie
pt espécie, espécies, distribuição de espécies
nl soort, soorten, soortenverspreiding, diersoort
pl gatunek, gatunki, rozmieszczenie gatunków, gatunków
sv arter, artutbredning, rödlistade arter, artförekomst
ru вид животных, виды растений, распространение видов, биологические виды
ja 生物種, 種分布, 絶滅危惧種
zh 物种, 物种分布

# animal < species
en animal, animals, fauna, wildlife, mammal
de Tier, Tiere, Fauna, Wildtier, Säugetiere
fr animal, animaux, faune, mammifère
es animal, animales, fauna, mamífero
it animale, animali, fauna, mammiferi
pt animal, animais, fauna, mamífero
nl dier, dieren, fauna, zoogdier
pl zwierzę, zwierzęta, fauna, ssaki
sv djur, fauna, djurliv, däggdjur
ru животные, фауна, млекопитающие
ja 動物, 野生動物, 哺乳類
zh 动物, 野生动物, 哺乳动物

# bird < animal
en bird, birds, seabird, waterbird
de Vogel, Vögel, Brutvögel, Seevögel
fr oiseau, oiseaux, avifaune
es ave, aves, pájaro
it uccello, uccelli, avifauna
pt ave, aves, pássaro
nl vogel, vogels, broedvogel
pl ptak, ptaki
sv fågel, fåglar, sjöfågel
ru птица, птицы
ja 鳥類, 鳥
zh 鸟类

# plant < species
en plants, flora, plant species, botanical, botany
de Pflanze, Pflanzen, Flora, Pflanzenarten
fr plante, plantes, flore
es planta silvestre, flora, plantas
it pianta, piante, flora
pt planta nativa, flora, plantas
nl plant, planten, flora
pl rośliny, flora, roślin
sv växt, växter, flora
ru растения, флора
ja 植物, 植物相
zh 植物, 植物区系

# invasive-species < species
en invasive species, alien species, invasive
de invasive Arten, Neophyten, Neobiota
fr espèce invasive, espèce exotique envahissante
es especie invasora, especies invasoras, especie exótica
it specie invasive, specie aliene
pt espécie invasora, espécies invasoras
nl invasieve soort, invasieve exoten, exoten
pl gatunki inwazyjne, gatunek obcy
sv invasiva arter, främmande arter
ru инвазивные виды, чужеродные виды
ja 外来種, 侵略的外来種
zh 入侵物种, 外来物种

# biodiversity: br sd biota environment geoss:biodiversity
en biodiversity, biological diversity
de Biodiversität, Artenvielfalt, biologische Vielfalt
fr biodiversité, diversité biologique
es biodiversidad, diversidad biológica
it biodiversità, diversità biologica
pt biodiversidade, diversidade biológica
nl biodiversiteit, biologische diversiteit
pl bioróżnorodność, różnorodność biologiczna
sv biologisk mångfald, biodiversitet
ru биоразнообразие, биологическое разнообразие
ja 生物多様性
zh 生物多样性

# ecosystem: br environment biota geoss:ecosystems
en ecosystem, ecosystems, ecology, ecological network
de Ökosystem, Ökosysteme, Ökologie, Biotopverbund
fr écosystème, écosystèmes, écologie, trame verte, corridor écologique
es ecosistema, ecosistemas, ecología
it ecosistema, ecosistemi, ecologia, rete ecologica
pt ecossistema, ecossistemas, ecologia
nl ecosysteem, ecosystemen, ecologie
pl ekosystem, ekosystemy, ekologia, korytarz ekologiczny
sv ekosystem, ekologi
ru экосистема, экосистемы, экология
ja 生態系
zh 生态系统, 生态

# biogeographic-region: br biota environment geoss:biodiversity
en biogeographical region, biogeographic region, ecoregion, bioregion, biome
de biogeographische Region, Naturraum, Ökoregion
fr région biogéographique, écorégion, biome
es región biogeográfica, ecorregión, bioma
it regione biogeografica, ecoregione, bioma
pt região biogeográfica, ecorregião, bioma
nl biogeografische regio, ecoregio
pl region biogeograficzny, ekoregion
sv biogeografisk region, naturgeografisk region, ekoregion
ru биогеографический регион, экорегион, биом
ja 生物地理区, エコリージョン
zh 生物地理区, 生态区

# hunting: am biota economy
en hunting, hunting ground, game area, hunting district
de Jagd, Jagdrevier, Jagdbezirk, Wildschutz
fr chasse, réserve de chasse
es caza, coto de caza, cinegético
it caccia, riserva di caccia, venatorio
pt caça, zona de caça
nl jacht, jachtgebied
pl łowiectwo, obwód łowiecki, łowiecki
sv jakt, jaktområde
ru охота, охотничьи угодья
ja 狩猟, 鳥獣保護区
zh 狩猎, 狩猎区

# landscape: lu environment planningCadastre
en landscape, scenic area, landscape type
de Landschaft, Landschaftsbild, Kulturlandschaft
fr paysage, paysages, entité paysagère
es paisaje, unidad de paisaje
it paesaggio, unità di paesaggio, beni paesaggistici
pt paisagem, unidade de paisagem
nl landschap, landschapstype
pl krajobraz, krajobrazu
sv landskap, landskapsbild, landskapstyp
ru ландшафт, ландшафты
ja 景観
zh 景观
`;
