// The record page: an interactive map instead of the image, loaded when it scrolls into view.

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
