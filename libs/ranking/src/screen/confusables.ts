/** Letters of other alphabets that are drawn like a Latin one, each with it. */
const pairs = [
  // Cyrillic
  "аa еe оo рp сc уy хx іi јj ѕs ԁd ԛq ԝw һh ӏl кk мm тt вb нh зz гr пn ѵv ҫc",
  "АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЈJ ЅS ԌG ԚQ ԜW ӀI ЗZ",
  // Greek
  "αa εe ιi κk νv οo ρp τt υu χx γy ηn ωw βb σo ϲc ϳj",
  "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ϹC",
  // Armenian and Cherokee
  "օo ոn սu հh ցg ԼL ՕO ՍU ᎪA ᏴB ᏟC ᎠD ᎬE ᎻH ᎫJ ᏦK ᏞL ᎷM ᏢP ᏒR ᏚS ᎢT ᏙV ᎳW ᏃZ",
].join(" ");

export const confusables: ReadonlyMap<string, string> = new Map(
  pairs.split(" ").flatMap((pair) => {
    const [letter, latin] = Array.from(pair);
    return letter === undefined || latin === undefined ? [] : [[letter, latin] as const];
  }),
);
