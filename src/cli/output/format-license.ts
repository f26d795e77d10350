// Formats license terms for the terminal.
import type { License } from '../../model/resource.ts';

/** 'CC-BY-4.0, open, no fees'; '' where nothing is known. An unknown license is shown by its URL. */
export function describeLicense(license: License | null): string {
  if (license === null) return '';
  const { id, url, open, fees, constraints } = license;
  const words = [
    id ?? url ?? '',
    open === null ? '' : open ? 'open' : 'not open',
    fees === null ? '' : fees === 'none' ? 'no fees' : 'costs money',
    constraints === null ? '' : constraints === 'none' ? 'no constraints' : 'with constraints',
  ];
  return words.filter((word) => word !== '').join(', ');
}
