import { flow, type Reply } from '../../shared/reply.ts';
import { noStore } from '../deps.ts';

interface LinesFile {
  /** File name for downloads: letters, digits, dashes and dots. It ends in `.csv` or `.jsonl`. */
  readonly name: string;
  /** Lines with line breaks, of CSV the header first. */
  readonly lines: AsyncIterable<string>;
}

/** Characters that are buffered before they are sent. */
const pieceLength = 32_768;

/**
 * Streams a file as fast as the client reads it. A failure before the first piece is an ordinary error; a later one cuts the
 * connection, so that the client detects the incomplete file.
 */
export async function sendFile(reply: Reply, { name, lines }: LinesFile): Promise<void> {
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
    ...noStore,
    'content-type': name.endsWith('.csv') ? 'text/csv; charset=utf-8; header=present' : 'application/jsonl',
    'content-disposition': `attachment; filename="${name}"`,
  });
}

/**
 * Where a spreadsheet may find a formula, whose first character may be of full width: at the beginning of a cell, and after what
 * separates cells or lines in some country or program, whatever is quoted here. In German, that is a semicolon.
 */
const formulaPlaces = /^(?=[\t\r\n])|(?:^|(?<=[;\t\r\n]))(?=[ "]*[=+\-@＝＋－＠])/g;
const special = /[",\r\n]/;

/** Text, a number, or an exact decimal number as text, whose minus sign is not the start of a formula. */
type Cell = string | number | bigint | { readonly decimal: string };

/**
 * Formats one cell (RFC 4180). Text that a spreadsheet would evaluate gets an apostrophe before it (OWASP, CSV injection); numbers
 * are unchanged.
 */
function csvCell(value: Cell): string {
  if (typeof value === 'object') return value.decimal;
  const text = typeof value === 'string' ? value.replaceAll(formulaPlaces, "'") : String(value);
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats one line, with its line break. */
export const csvLine = (values: readonly Cell[]): string => `${values.map(csvCell).join(',')}\r\n`;

/** The object of an export in the audit log: one workspace, or all. */
export const exported = ({ workspace_id: id }: { readonly workspace_id?: string }): string =>
  id === undefined ? 'workspaces' : `workspace:${id}`;
