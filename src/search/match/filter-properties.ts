// The properties that a filter compares.
import type { Filter, Operand } from '../../model/filter.ts';

export type ComparingFilter = Exclude<
  Filter,
  { op: 'and' | 'or' | 'not' | 'constant' | 'text' | 'spatial' | 'during' }
>;

/** With repetitions. */
export function propertiesIn(filter: Filter): readonly string[] {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.filters.flatMap(propertiesIn);
    case 'not':
      return propertiesIn(filter.filter);
    case 'constant':
    case 'text':
    case 'spatial':
    case 'during':
      return [];
    default:
      return operandsOf(filter).flatMap(propertiesOf);
  }
}

function operandsOf(filter: ComparingFilter): readonly Operand[] {
  switch (filter.op) {
    case 'like':
    case 'isNull':
      return [filter.value];
    case 'between':
      return [filter.value, filter.low, filter.high];
    case 'in':
      return [filter.value, ...filter.list];
    default:
      return [filter.left, filter.right];
  }
}

function propertiesOf(operand: Operand): readonly string[] {
  if (operand.is === 'property') return [operand.name];
  return operand.is === 'casei' || operand.is === 'accenti' ? propertiesOf(operand.of) : [];
}
