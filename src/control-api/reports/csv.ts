import { flow, type Reply } from '../../shared/reply.ts';
import { neverKept } from '../deps.ts';

interface CsvFile {
  /** What a browser saves it as; letters, digits, dashes and dots. */
  readonly name: string;
  /** Whole lines with their ends, the header first. */
  readonly lines: AsyncIterable<string>;
}

/** Bytes that are gathered before they go out. */
const pieceLength = 32_768;

/**
 * Streams a CSV file no faster than its reader takes it. A failure before the first piece is an ordinary error; a later one
 * cuts the connection, so that nobody takes half a file for a whole one.
 */
export async function sendCsv(reply: Reply, { name, lines }: CsvFile): Promise<void> {
  let gathered = '';
  try {
    for await (const line of lines) {
      if (reply.left()) return;
      gathered += line;
      if (gathered.length < pieceLength) continue;
      await sendPiece(reply, name, gathered);
      gathered = '';
    }
  } catch (error) {
    if (reply.started()) reply.cut();
    throw error;
  }
  startFile(reply, name);
  reply.end(Buffer.from(gathered));
}

async function sendPiece(reply: Reply, name: string, text: string): Promise<void> {
  startFile(reply, name);
  await flow(reply, Buffer.from(text));
}

function startFile(reply: Reply, name: string): void {
  if (reply.started()) return;
  reply.head(200, {
    ...neverKept,
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${name}"`,
  });
}

/** What a spreadsheet takes for the beginning of a formula, the full-width forms that it folds into them included. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const special = /[",\r\n]/;

/** Text, a number, or a decimal number of ours as text: its minus begins no formula. */
type Cell = string | number | bigint | { readonly decimal: string };

/**
 * One cell of a CSV file (RFC 4180). Text that a spreadsheet would run gets an apostrophe before it (OWASP, CSV injection);
 * numbers are ours and stay as they are.
 */
function csvCell(value: Cell): string {
  if (typeof value === 'object') return value.decimal;
  const text = typeof value === 'string' && formula.test(value) ? `'${value}` : String(value);
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of a CSV file, with its end. */
export const csvLine = (values: readonly Cell[]): string => `${values.map(csvCell).join(',')}\r\n`;

/** What an export is about, as the audit log names it: the workspace that was asked for, or all of them. */
export const exported = ({ workspace_id: id }: { readonly workspace_id?: string }): string =>
  id === undefined ? 'workspaces' : `workspace:${id}`;
