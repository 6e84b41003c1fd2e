import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readQuery } from "./query.js";
import { tokens } from "./tokens.js";

const read = (instruction: string, text?: string) => readQuery(instruction, text);

describe("reading an instruction", () => {
  it("tells the thing from its place", () => {
    const query = read("Click Add in the Office chair row");
    expect([...query.place]).toEqual(tokens("Office chair"));
    expect([...query.thing]).toEqual([...new Set(tokens("Add"))]);
    expect(query.counts).toBe("rows");
  });

  it.each([
    ["press the button left of Save", "left", ["Save"]],
    ["click the box to the right of Width", "right", ["Width"]],
    ["tick the box right below Show grid", "below", ["Show grid"]],
    ["press the icon next to Search", "beside", ["Search"]],
    ["press the button between Cut and Paste", "between", ["Cut", "Paste"]],
  ])("reads the neighbour of %j", (instruction, direction, anchors) => {
    const [relation] = read(instruction).relations;
    expect(relation?.direction).toBe(direction);
    expect(relation?.anchors.map((stems) => [...stems])).toEqual(anchors.map((name) => [...new Set(tokens(name))]));
  });

  it.each([
    ["the second tab", 2],
    ["the 3rd row", 3],
    ["row 4", 4],
    ["the last file", -1],
    ["the second button from the bottom", -2],
    ["the topmost entry", 1],
    ["Save", undefined],
  ])("counts in %j", (instruction, ordinal) => {
    expect(read(instruction).ordinal).toBe(ordinal);
  });

  it.each([
    ["the button at the top right", { x: 1, y: -1 }],
    ["the leftmost icon", { x: -1, y: 0 }],
    ["the key left of 7", { x: 0, y: 0 }],
  ])("reads the side in %j", (instruction, side) => {
    expect(read(instruction).side).toEqual(side);
  });

  it.each([
    ["klicke die zweite Zeile an", 2, "rows"],
    ["die vorletzte Spalte", -2, "columns"],
    ["ouvre la deuxième ligne", 2, "rows"],
    ["le dernier onglet", -1, "things"],
    ["abre la tercera fila", 3, "rows"],
    ["la última columna", -1, "columns"],
    ["apri la seconda riga", 2, "rows"],
    ["l'ultimo file", -1, "things"],
    ["abra a quarta linha", 4, "rows"],
    ["o último botão", -1, "things"],
    ["二番目のボタンを押す", 2, "things"],
    ["3行目を開く", 3, "rows"],
    ["下から二番目の行", -2, "rows"],
    ["最後の行", -1, "rows"],
    ["最後のタブ", -1, "things"],
    ["点击第二行", 2, "rows"],
    ["打开最后一个文件", -1, "things"],
    ["倒数第三个按钮", -3, "things"],
    ["두 번째 행을 선택", 2, "rows"],
    ["3번째 탭", 3, "things"],
    ["마지막 파일", -1, "things"],
  ])("counts in %j", (instruction, ordinal, counts) => {
    expect(read(instruction)).toMatchObject({ ordinal, counts });
  });

  it.each([
    ["der Knopf oben rechts", { x: 1, y: -1 }],
    ["le bouton en bas à gauche", { x: -1, y: 1 }],
    ["el botón de arriba a la derecha", { x: 1, y: -1 }],
    ["il pulsante in basso a destra", { x: 1, y: 1 }],
    ["o botão em cima à esquerda", { x: -1, y: -1 }],
    ["右上のボタン", { x: 1, y: -1 }],
    ["左下角的按钮", { x: -1, y: 1 }],
    ["오른쪽 위쪽 버튼", { x: 1, y: -1 }],
  ])("reads the side in %j", (instruction, side) => {
    expect(read(instruction).side).toEqual(side);
  });

  it.each([
    ["der Knopf links von Speichern", "left", "Speichern"],
    ["la case à côté de Largeur", "beside", "Largeur"],
    ["el botón debajo de Nombre", "below", "Nombre"],
    ["il campo a destra di Nome", "right", "Nome"],
    ["o botão acima de Salvar", "above", "Salvar"],
  ])("reads the neighbour in %j", (instruction, direction, anchor) => {
    const [relation] = read(instruction).relations;
    expect(relation?.direction).toBe(direction);
    expect([...(relation?.anchors[0] ?? [])]).toEqual(tokens(anchor));
  });

  it("takes no position of another language for the name of the thing, and a label that is one still for that", () => {
    expect([...read("die zweite Datei").thing]).not.toContain("zweit");
    expect([...read("Letzte").cues]).toEqual(tokens("letzte"));
    expect(read("open the links page").side).toEqual({ x: 0, y: 0 });
  });

  it("does not take the text to enter for a name", () => {
    const query = read("type Save the date in the Title field", "Save the date");
    expect([...query.thing]).toEqual(tokens("Title"));
  });

  it("reads anything", () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), (instruction, text) => {
        expect(read(instruction, text).plain).toBe(read(instruction, text).plain);
      }),
    );
  });
});
