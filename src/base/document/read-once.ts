// Remembers what was read from a document: several kinds look at the same one.

export function readOnce<Source extends object, Reading>(
  read: (source: Source) => Reading,
): (source: Source) => Reading {
  const readings = new WeakMap<Source, { readonly reading: Reading }>();
  return (source) => {
    const known = readings.get(source);
    if (known !== undefined) return known.reading;
    const reading = read(source);
    readings.set(source, { reading });
    return reading;
  };
}
