// Decides whether two items of different records are the same, with the reason in words.
import { different, type Item, type Judgment } from './item.ts';
import { sameDataset } from './same-dataset.ts';
import { sameService } from './same-service.ts';

export function judgePair(a: Item, b: Item): Judgment {
  if (a.id === b.id) return different('one record offers both');
  if (a.layer === -1 && b.layer === -1) {
    const service = sameService(a, b);
    if (service.isSame || a.is === 'service' || b.is === 'service') return service;
  }
  return a.is === b.is ? sameDataset(a, b) : different('one is a service of several datasets');
}
