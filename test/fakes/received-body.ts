import { tooComplex, type ReceivedBody } from '../../src/http/read-body.ts';
import { bodyBounds, scanStructure } from '../../src/shared/json/structure.ts';

/**
 * A body as `readBody` gives it, with its long strings found and its members counted in short ones too.
 *
 * @throws {GatewayError} `invalid_json` for too much structure
 */
export function receivedBody(...pieces: readonly Buffer[]): ReceivedBody {
  const { push, plain, members } = scanStructure(bodyBounds);
  for (const piece of pieces) {
    const excess = push(piece);
    if (excess !== null) throw tooComplex(excess);
  }
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return { pieces, length, strings: plain, members: members() };
}
