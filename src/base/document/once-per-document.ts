// Several kinds read the same document; this computes what they share once.

export function oncePerDocument<Source extends object, Value>(
  read: (document: Source) => Value,
): (document: Source) => Value {
  const known = new WeakMap<Source, { readonly value: Value }>();
  return (document) => {
    let reading = known.get(document);
    if (reading === undefined) {
      reading = { value: read(document) };
      known.set(document, reading);
    }
    return reading.value;
  };
}
