import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { encodings } from '#contract/bulk-upload/parse-options.ts';
import { recognise } from '#src/bulk-upload/reader/recognise-file.ts';
import { encodedText } from '#src/testing/fake-encoding.ts';

import { FileIssuesStep } from './file-issues-step.tsx';

async function show(text: string | Uint8Array<ArrayBuffer>) {
  const file = new File([text], 'june.csv');
  const recognition = await recognise(file);
  const work = { open: vi.fn(), readAs: vi.fn(), leave: vi.fn() };
  render(
    <FileIssuesStep
      work={work}
      stage={{ at: 'file-issues', file, recognition, parseOptions: recognition.parseOptions }}
    />,
  );
  return work;
}

const goesTo = (header: string) => screen.getByRole('combobox', { name: `${header} goes to` });
const check = () => screen.getByRole('button', { name: 'Check rows' });

test('where a column that every lead needs is missing, it is named, and a column can be assigned to it', async () => {
  const work = await show('firstName,lastName,Company,Ring me on\nAda,Lovelace,Engines,1\n');
  expect(
    screen.getByText('No column for Phone, which is required. Choose it below.'),
  ).toBeVisible();
  const table = screen.getByRole('table', { name: 'Columns of the file and of the template' });
  const rowOf = (name: string) => within(table).getByRole('row', { name: new RegExp(name) });
  expect(rowOf('Ring me on')).toHaveTextContent('Not in the template: ignored');
  expect(rowOf('Company')).toHaveTextContent('Matched to Company name');
  expect(rowOf('Company')).toHaveTextContent('Engines');

  await userEvent.selectOptions(goesTo('Ring me on'), 'Phone');
  expect(rowOf('Ring me on')).toHaveTextContent('Assigned by you');
  expect(screen.queryByText(/^No column for Phone/)).not.toBeInTheDocument();
  expect(screen.getByText('4 columns matched')).toBeVisible();
  await userEvent.click(check());
  expect(work.readAs).toHaveBeenCalledWith(
    expect.objectContaining({ columns: ['firstName', 'lastName', 'companyName', 'phone'] }),
  );
});

test('a file whose columns nobody knows is read once one of them is assigned', async () => {
  const work = await show('Vorname,Rufnummer\nAda,+61491570156\n');
  expect(screen.getByText('We don’t recognise the names in row 1.')).toBeVisible();
  await userEvent.click(check());
  expect(work.readAs).not.toHaveBeenCalled();
  await userEvent.selectOptions(goesTo('Vorname'), 'First name');
  await userEvent.selectOptions(goesTo('Rufnummer'), 'Add to notes');
  await userEvent.click(check());
  expect(work.readAs).toHaveBeenCalledWith(
    expect.objectContaining({ columns: ['firstName', '+notes'] }),
  );
});

const extras = (number: number) => Array.from({ length: number }, (_, at) => `Extra ${at}`).join();
const needed = 'firstName,lastName,companyName,phone';

test('where a column is missing, all columns can be chosen from, the first of them at once', async () => {
  await show(`firstName,${extras(60)}\nAda\n`);
  expect(screen.getAllByRole('combobox')).toHaveLength(15);
  for (const count of [30, 45, 60]) {
    await userEvent.click(screen.getByRole('button', { name: 'Show 15 more of 61 columns' }));
    expect(screen.getAllByRole('combobox')).toHaveLength(count);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Show 1 more of 61 columns' }));
  expect(screen.getAllByRole('combobox')).toHaveLength(61);
  await userEvent.click(screen.getByRole('button', { name: 'Hide 60 ignored columns' }));
  expect(screen.getAllByRole('combobox')).toHaveLength(1);
});

test('of a wide file the matched columns are shown, and the ignored ones on request', async () => {
  await show(`${needed},E-mail,${extras(900)}\nAda\n`);
  const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  expect(names()).toEqual([...needed.split(','), 'E-mail']);
  await userEvent.click(screen.getByRole('button', { name: 'Show 900 ignored columns' }));
  expect(names()).toHaveLength(15);
  await userEvent.selectOptions(goesTo('Extra 3'), 'Add to notes');
  await userEvent.click(screen.getByRole('button', { name: 'Hide 899 ignored columns' }));
  expect(names()).toEqual([...needed.split(','), 'E-mail', 'Extra 3']);
});

test('the main button is one key press from the start of the page', async () => {
  await show(`${needed},E-mail\nAda,Lovelace,Engines,+61491570156,\n`);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(check()).toHaveFocus();
});

test('more columns than can be read are reported before the rows are checked', async () => {
  await show(`firstName,${Array.from({ length: 5_000 }, (_, at) => `Extra ${at}`).join()}\nAda\n`);
  expect(screen.getByText('This file has 5,001 columns; at most 1,000 can be read.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Check rows/ })).not.toBeInTheDocument();
  expect(screen.getByRole('rowheader', { name: 'firstName' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show 5,000 ignored columns' }));
  expect(screen.getAllByRole('rowheader')).toHaveLength(15);
});

test('where the encoding is in doubt, one question shows what cells are in each, and every encoding can be chosen', async () => {
  const text = 'firstName,lastName,companyName,phone\nKovačević,H?mi,Engines,+61491570156\n';
  const work = await show(encodedText(text, 'windows-1250'));
  expect(screen.getByText('We read this file as windows-1250: “Kovačević”.')).toBeVisible();
  expect(screen.getByText('Letters are missing in 1 cell.')).toBeVisible();
  const question = screen.getByRole('group', { name: 'Letters look wrong? Read as' });
  const reading = (name: string) => within(question).getByRole('radio', { name });
  expect(reading('Central European (windows-1250): “Kovačević”')).toBeChecked();
  await userEvent.click(reading('Western European (windows-1252): “Kovaèeviæ”'));
  expect(screen.queryByText(/^We read this file as/)).not.toBeInTheDocument();
  const more = screen.getByRole('combobox', { name: 'More' });
  expect(more).toHaveValue('');
  const offered = [...question.querySelectorAll('input'), ...more.querySelectorAll('option')];
  expect(offered.map(({ value }) => value).toSorted()).toEqual(['', ...encodings].toSorted());
  await userEvent.selectOptions(more, 'koi8-r');
  expect(within(question).queryByRole('radio', { checked: true })).not.toBeInTheDocument();
  await userEvent.click(check());
  expect(work.readAs).toHaveBeenCalledWith(expect.objectContaining({ encoding: 'koi8-r' }));
});

test('where no letter looks wrong, cells are shown beside the encoding, and the question on request', async () => {
  const text =
    'firstName,lastName,companyName,phone,Shoe size\nJosé,Smith,Engines,+61491570156,38\n';
  const work = await show(encodedText(text, 'windows-1252'));
  expect(screen.getByText('windows-1252: “José”')).toBeVisible();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Letters look wrong?' }));
  await userEvent.click(screen.getByRole('radio', { name: /“Josй”$/ }));
  expect(screen.getByText('read as windows-1251: “Josй”')).toBeVisible();
  await userEvent.click(check());
  expect(work.readAs).toHaveBeenCalledWith(expect.objectContaining({ encoding: 'windows-1251' }));
});

test('another row can be chosen as the header, among the first rows', async () => {
  const work = await show('firstName,lastName,Ring\nVorname,Name,Nummer\nAda,Lovelace,1\n');
  expect(screen.getByText(/^The names of the columns are in row 1\./)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Choose another row' }));
  const rows = within(screen.getByRole('list', { name: 'First rows of the file' }));
  expect(rows.getByText('Vorname · Name · Nummer')).toBeVisible();
  expect(rows.getByRole('button', { name: 'Row 1', pressed: true })).toBeVisible();
  await userEvent.click(rows.getByRole('button', { name: 'Row 2' }));
  expect(work.open).toHaveBeenCalledWith(expect.any(File), { headerRow: 2 });
});

test('what the file lacks is named, in full on request', async () => {
  await show(`${needed},E-mail,amountRequested,loanPurpose\nAda\n`);
  expect(
    screen.getByText(/^Suitable products, Average monthly turnover and 50 others stay empty\./),
  ).toBeVisible();
  expect(screen.queryByText(/another order/)).not.toBeInTheDocument();
  const more = screen.getByRole('button', { name: 'Show all 52 empty columns' });
  await userEvent.click(more);
  expect(more).toHaveAttribute('aria-expanded', 'true');
  expect(more).toHaveAccessibleName('Hide empty columns');
  const described = (term: string) => screen.getByText(term, { selector: 'dt' }).nextSibling;
  expect(described('Client')).toHaveTextContent('Secondary phone, Secondary email, Date of birth');
  expect(described('Trading address')).toHaveTextContent('Address line 1, Address line 2, City');
  await userEvent.click(more);
  expect(screen.queryByText('Client', { selector: 'dt' })).not.toBeInTheDocument();
});

test('a file with the columns of the template in another order says so', async () => {
  const names = templateColumns.map(({ name }) => name);
  await show(`${names.toReversed().join()}\nAda\n`);
  expect(
    screen.getByText(/^The columns are in another order than in the template\./),
  ).toBeVisible();
  expect(screen.queryByText(/empty\./)).not.toBeInTheDocument();
});
