// Words that turn a thing into an aspect of it: a map of water temperature or of water boards doesn't show water.
import { fold } from './tokenizer.ts';

const aspects = words(`
  temperature quality level levels supply district districts authority authorities company companies law permit permits station
  stations gauge gauges gage gages treatment pollution price prices statistics office offices ministry department agency institute
  commission association board boards council management administration survey society university services rights license demand
  consumption budget balance content vapor vapour monitoring policy project act protection safety rescue tower pipe pipes
  main mains tank tanks pump pumps intake hydrant hydrants velocity speed chemistry salinity density concentration
  watch fee fees tax ownership portal server foundation trust inspectorate users user fluorescence directive
  wind winds cloud clouds columnar aerosol dust index drift probability forecast observation observations condition conditions depth
  floor floors bottom elevation elevations relief bathymetry resource resources deposit deposits stratified stratigraphy front fronts
  circulation currents birds fish fisheries list liste
  amt amtes verband verbandes behorde gesetz versorgung qualitat temperaturen verwaltung ministerium zweckverband verordnung
  agence direction ministere qualite niveau gestion syndicat comite
  agencia ministerio direccion confederacion calidad temperatura nivel instituto
  agenzia ministero qualita livello gestione autorita consorzio
  ministerio qualidade gestao
  kwaliteit temperatuur beheer waterschap ministerie dienst
  jakosc urzad ministerstwo zarzad zarzadu
  kvalitet temperatur myndighet forvaltning verket
  температура качество уровень управление министерство`);

/** Maximum distance from the thing, in words of the same phrase. */
const reach = 2;

/** Whether a word adjacent to the range `from`–`to` makes it an aspect of something else. */
export function isAspect(folded: readonly string[], breaks: readonly boolean[], from: number, to: number): boolean {
  for (let at = to; at < folded.length && at < to + reach && !breaks[at]; at++)
    if (aspects.has(folded[at]!)) return true;
  for (let at = from - 1; at >= 0 && at >= from - reach - 1 && !breaks[at + 1]; at--)
    if (aspects.has(folded[at]!)) return true;
  return false;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/).map(fold));
}
