/**
 * Writes a tiny sentence model: each piece's vector is a row of a table, as if it were a BERT without layers. In the protocol
 * buffers that ONNX files are; field numbers from onnx.proto3.
 */
export interface TinyModel {
  /** One row of `width` numbers for each piece of the vocabulary. */
  readonly rows: readonly (readonly number[])[];
  /** A further input that no sentence model has. */
  readonly strangeInput?: string;
  /** Answers with the numbers of the pieces instead of their vectors. */
  readonly answersPieces?: boolean;
}

const INT64 = 7;
const FLOAT = 1;

export function tinyModel({ rows, strangeInput, answersPieces = false }: TinyModel): Uint8Array {
  const width = rows[0]?.length ?? 0;
  const table = message(
    [1, rows.length],
    [1, width],
    [2, FLOAT],
    [8, "table"],
    [9, new Uint8Array(Float32Array.from(rows.flat()).buffer)],
  );
  // The mask takes part, so that a model without it would be another model.
  const gather = node("Gather", ["table", "input_ids"], "vectors");
  const wide = node("Unsqueeze", ["mask", "last"], "column");
  const cast = node("Cast", ["attention_mask"], "mask", [1, "to"], [3, FLOAT], [20, 2]);
  const masked = node("Mul", ["vectors", "column"], "last_hidden_state");
  const same = node("Identity", ["input_ids"], "pieces");
  const last = message([1, 1], [2, INT64], [8, "last"], [9, new Uint8Array(BigInt64Array.of(2n).buffer)]);
  const inputs = ["input_ids", "attention_mask", ...(strangeInput === undefined ? [] : [strangeInput])];
  const graph = message(
    ...(answersPieces ? [same] : [gather, cast, wide, masked]).map((one) => field(1, one)),
    [2, "tiny"],
    [5, table],
    [5, last],
    ...inputs.map((name) => field(11, value(name, INT64))),
    [12, answersPieces ? value("pieces", INT64) : value("last_hidden_state", FLOAT)],
  );
  return message([1, 8], [7, graph], [8, message([1, ""], [2, 13])]);
}

type Field = readonly [number: number, value: number | string | Uint8Array];

function field(number: number, bytes: Uint8Array): Field {
  return [number, bytes];
}

function node(operator: string, inputs: readonly string[], output: string, ...attribute: readonly Field[]): Uint8Array {
  return message(
    ...inputs.map((name): Field => [1, name]),
    [2, output],
    [4, operator],
    ...(attribute.length === 0 ? [] : [field(5, message(...attribute))]),
  );
}

/** A named tensor whose dimensions are left open. */
function value(name: string, type: number): Uint8Array {
  return message([1, name], [2, message([1, message([1, type])])]);
}

function message(...fields: readonly Field[]): Uint8Array {
  return Buffer.concat(
    fields.flatMap(([number, content]) => {
      if (typeof content === "number") return [varint(number << 3), varint(content)];
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      return [varint((number << 3) | 2), varint(bytes.length), bytes];
    }),
  );
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Uint8Array.of(...bytes, rest);
}
