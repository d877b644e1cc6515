/** What a spreadsheet takes for the beginning of a formula, the full-width forms that it folds into them included. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const special = /[",\r\n]/;

/**
 * One cell of a CSV file (RFC 4180). Text that a spreadsheet would run gets an apostrophe before it (OWASP, CSV injection);
 * numbers are ours and stay as they are.
 */
function csvCell(value: string | number | bigint): string {
  const text = typeof value === 'string' && formula.test(value) ? `'${value}` : String(value);
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of a CSV file, with its end. */
export const csvLine = (values: readonly (string | number | bigint)[]): string =>
  `${values.map(csvCell).join(',')}\r\n`;
