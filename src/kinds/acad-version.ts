// Versions of AutoCAD's formats by the code in their files.

const years: Readonly<Record<string, string>> = {
  ...{ AC1006: 'R10', AC1009: 'R12', AC1012: 'R13', AC1014: 'R14', AC1015: '2000', AC1018: '2004', AC1021: '2007' },
  ...{ AC1024: '2010', AC1027: '2013', AC1032: '2018' },
};

/** '2018' for 'AC1032'; the code itself where the year is unknown, null where there is no code. */
export function readAcadVersion(code: string): string | null {
  return code === '' ? null : (years[code] ?? code);
}
