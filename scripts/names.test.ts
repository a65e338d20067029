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
  AddressField Client Day EncodingChoice Field FixOption FixQuestion Input ListRequest Maker
  Operation Person Position Progress Run Stage StatusCount Submission SubmissionState
  TypedClient accessToken amount blockSize bomOf canChange countByStatus countOutcomes
  createDraft isSent listPartners notCsv readChanges readPage readRows rememberChoices
  saveChoices saveDraft saveEdits selectionOf setPassword submitRows unreadable yesOrNo
`,
  );
  expect(found).toEqual([]);
});

test('a function is named by a verb, not by what it is a property of', () => {
  const found = unknown(
    find(/\b(?:function|const) ([a-z]\w*Of)\b/g),
    `
  addressOf allOf amountOf anyOf badQuoteOf blobOf blockOf blocksOf bomOf buffersOf byteOf
  bytesOf candidatesOf capabilitiesOf cellsOf changeOf changedOf charactersOf choicesOf clientOf
  codeOf columnIndexOf columnOf columnsOf conditionsOf contentOf countOf countryOf currencyOf
  dateOf decoderOf differenceOf digestOf digitsOf doubtsOf draftIdOf earlierOf emptyOf
  encodingOf errorOf evidenceOf factsOf fieldOf fieldsOf firstOf firstWeekdayOf formOf hashOf
  headerColumnOf highOf idsOf inOrderOf indexOf indexesOf infoOf inputOf isPartOf jsonOf keyOf
  keysOf kindOf labelOf languagesOf leadsOf lenientDecoderOf letterOf letterUseOf lettersOf
  lineEndOf linesOf linksOf longestOf lossOf marksOf matchOf nameOf noteOf noticeOf noticesOf
  numberOf numberTextOf openUploadOf optionOf ordersOf outcomeOf ownerOf pairsOf partOf partsOf
  pathOf phoneKindOf planOf pluralOf positionOf progressOf qualityOf questionOf reasonOf
  relationOf relationsOf repeatOf resultOf rowIndexOf rowsOf scopeOf sectionOf selectionOf
  sentOf sentenceOf separatorLineOf signOf sinceOf startsOf stateOf statusOf statusesOf
  submissionOf sumOf targetOf textOf textsOf thumbnailOf timeOf titleOf totalOf trackOf
  useCurrencyOf valueOf valuesOf versionOf viewOf viewportOf waitOf wayOf weekdayOf weeksOf
  weightOf whatOf wideEncodingOf widthOf wordOf wordsOf workOf
`,
  );
  expect(found).toEqual([]);
});
