// The record page: a map to move in place of the picture, fetched when it comes into view.

const target = document.querySelector<HTMLElement>('#preview');
if (target !== null) {
  target.hidden = false;
  const seen = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    seen.disconnect();
    void import('./record-map.ts').then(({ openRecordMap }) => openRecordMap(target));
  });
  seen.observe(target);
}

export {};
