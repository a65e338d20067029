import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { codeFiles, isTest } from './imports.ts';

const files = codeFiles('contract', 'src', 'server').filter(
  (file) => !isTest(file) && !file.includes('/testing/'),
);

/** Returns the names that a pattern finds in these files; a name comes once for each file. */
function find(pattern: RegExp, within = files): string[] {
  return within.flatMap((file) => [
    ...new Set([...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name)),
  ]);
}

/** Returns the names that are not in a text of known ones. */
function unknown(found: readonly string[], known: string): string[] {
  const names = known.trim().split(/\s+/);
  return [...new Set(found)].filter((name) => !names.includes(name));
}

// Both lists get shorter only.

test('an exported name stands in one file', () => {
  const exported = /^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm;
  // What a page exports is named by the router.
  const names = find(
    exported,
    files.filter((file) => !file.startsWith('src/pages/')),
  );
  const counts = Map.groupBy(names, (name) => name);
  expect(counts.size).toBeGreaterThan(2_000);
  const found = unknown(
    [...counts].flatMap(([name, { length }]) => (length > 1 ? [name] : [])),
    `
  AddressField BoardColumn Client ContactChoice Day DealRow Difference EncodingChoice Field
  FixOption FixQuestion Input LeadRow ListFilters ListRequest Maker MenuSearch Operation Person
  Position Progress RecordRow Run Stage StatusCount Submission SubmissionState Table TypedClient
  accessToken addressOf amount blockSize bomOf canChange clientName countByStatus countOutcomes
  createDraft historyQuery isSent isWithoutValue jsonOf leads listPartners listUnread notCsv
  phoneCountries readChanges readPage readRows rememberChoices saveChoices saveDraft saveEdits
  scopeOf selectionOf setPassword submitRows unreadable widthOf yesOrNo
`,
  );
  expect(found).toEqual([]);
});

test('a function is named by a verb, not by what it is a property of', () => {
  const found = unknown(
    find(/\b(?:function|const) ([a-z]\w*Of)\b/g),
    `
  actOf addressOf allOf amountOf anyOf badQuoteOf beginningOf blobOf blockOf blocksOf bomOf
  buffersOf byteOf bytesOf callOf callerOf candidatesOf capabilitiesOf cardsOf cellsOf changeOf
  changedOf charactersOf choicesOf clientOf codeOf columnIndexOf columnOf columnsOf conditionsOf
  contactOf contentOf countOf countryOf countsOf currencyOf cursorsOf dateOf dealPathOf decoderOf
  differenceOf digestOf digitsOf doubtsOf draftIdOf earlierOf emptyOf encodingOf errorOf
  evidenceOf factsOf fieldOf fieldsOf firstOf firstRowOf firstWeekdayOf formOf hashOf
  headerColumnOf highOf idOf idsOf inOrderOf indexOf indexesOf infoOf inputOf invalidSearchOf
  isPartOf isRecordOf itemOf jsonOf keyOf keysOf kindOf labelOf languagesOf leadsOf
  lenientDecoderOf letterOf letterUseOf lettersOf lineEndOf linesOf linksOf longestOf lossOf
  marksOf matchOf momentOf nameOf namesOf noteOf noticeOf noticesOf nounOf numberOf numberTextOf
  numbersOf oneOf openUploadOf optionOf ordersOf outcomeOf outcomesOf ownerOf pairsOf partOf
  partsOf pathOf periodOf personOf phoneKindOf placeOf planOf pluralOf positionOf problemOf
  progressOf qualityOf queryOf questionOf reasonOf relationOf relationsOf repeatOf responseOf
  resultOf rowIndexOf rowOf rowsOf scopeOf scrollersOf sectionOf selectionOf sentOf sentenceOf
  separatorLineOf serviceErrorOf sessionOf signOf sinceOf sourceOf startsOf stateOf statusOf
  statusesOf stepOf submissionOf sumOf targetOf textOf textsOf thumbnailOf timeOf timelineOf
  titleOf toneOf totalOf trackOf typeOf useCurrencyOf valueOf valuesOf versionOf viewOf
  viewQueryOf viewportOf waitOf wayOf weekdayOf weeksOf weightOf whatOf whyOf wideEncodingOf
  widthOf wordOf wordsOf workOf
`,
  );
  expect(found).toEqual([]);
});
