/** A cell as somebody typed it into a spreadsheet, and what they meant, in the contract's form. */
type TypedCell = readonly [typed: string, meant: string];

/** The clients that were typed into the spreadsheets of `src/testing/spreadsheets/`. */
export type TypedClient = Readonly<Record<string, TypedCell>>;

const as = (text: string): TypedCell => [text, text];

/** Returns a client with a name; all else differs from client to client. */
function client(first: string, last: string, company: string, n: number): TypedClient {
  const dates: readonly TypedCell[] = [
    as('1984-03-14'),
    ['14/03/1984', '1984-03-14'],
    ['25 December 1979', '1979-12-25'],
  ];
  const amounts: readonly TypedCell[] = [
    as('281000'),
    ['$81,500', '81500'],
    ['1,250.00', '1250'],
    ['98000.50', '98000.50'],
  ];
  const phones: readonly TypedCell[] = [
    ['+61 491 570 156', '+61491570156'],
    ['0491570157', '+61491570157'],
    ['(02) 5550 1234', '+61255501234'],
    ['+61491570158', '+61491570158'],
  ];
  const owners: readonly TypedCell[] = [as('Yes'), ['no', 'No'], ['TRUE', 'Yes']];
  return {
    firstName: as(first),
    lastName: as(last),
    companyName: as(company),
    phone: phones[n % phones.length] ?? as(''),
    email: as(`client${n}@client.test`),
    amountRequested: amounts[n % amounts.length] ?? as(''),
    loanPurpose: as('Working Capital / Cashflow'),
    dateOfBirth: dates[n % dates.length] ?? as(''),
    homeOwner: owners[n % owners.length] ?? as(''),
    'businessAddress.city': as(n % 2 === 0 ? 'Darwin' : 'Alice Springs'),
    'businessAddress.zipCode': as(n % 2 === 0 ? '0800' : '2000'),
    'businessAddress.country': as('Australia'),
    partnerLeadReferenceId: as(`HF-00${n}`),
    notes: as(n % 3 === 0 ? 'Said “call later”,\nthen rang; twice' : 'Prefers e-mail'),
  };
}

const named = (...names: readonly (readonly [string, string, string])[]) =>
  names.map((name, at) => client(...name, at));

/** The clients by the letters of their names. */
export const typedClients = {
  western: named(
    ['José', 'Peña', 'Harbour, Light & Co'],
    ['Zoë', 'Müller', 'Müller & Söhne'],
    ['François', 'Lefèvre', 'Café du Marché'],
    ['Åse', 'Bjørnstad', 'Fjordlys'],
    ['Siân', 'O’Brien', 'O’Brien “Best” Roofing'],
    ['Anna', 'Baker', 'Kauri Cafes'],
  ),
  central: named(
    ['Łukasz', 'Żółciński', 'Piekarnia Świętokrzyska'],
    ['Jiří', 'Dvořák', 'Železářství Dvořák'],
    ['Gyöngyi', 'Őri', 'Győri Pékség'],
    ['Ľudmila', 'Čierna', 'Kvetinárstvo Čierna'],
  ),
  baltic: named(
    ['Jānis', 'Bērziņš', 'Rīgas Maiznīca'],
    ['Žygimantas', 'Šimkūnas', 'Kėdainių Duona'],
    ['Õie', 'Tõnisson', 'Võru Pagar'],
  ),
  cyrillic: named(
    ['Мария', 'Иванова', 'Пекарня Ивановой'],
    ['Дмитрий', 'Шевцов', 'Шевцов и сыновья'],
  ),
  greek: named(
    ['Ελένη', 'Παπαδοπούλου', 'Φούρνος Ελένη'],
    ['Γιώργος', 'Αθανασίου', 'Αθανασίου ΑΕ'],
  ),
  chinese: named(['小龍', '陳', '陳記茶樓'], ['美玲', '張', '張氏貿易公司']),
  japanese: named(['太郎', '山田', '山田製パン'], ['さくら', '鈴木', 'スズキ工務店']),
  korean: named(['민준', '김', '김가네 식당'], ['서연', '박', '박서연 디자인']),
  all: named(
    ['Hēmi', 'Ngāta', 'Te Whare Kai'],
    ['Thị Hường', 'Nguyễn', 'Phở Hường'],
    ['Łukasz', 'Żółciński', 'Piekarnia Świętokrzyska'],
    ['José', 'Peña', 'Harbour, Light & Co'],
    ['Мария', 'Иванова', 'Пекарня Ивановой'],
    ['太郎', '山田', '山田製パン'],
    ['Siân', 'O’Brien', 'O’Brien “Best” Roofing'],
  ),
} as const satisfies Readonly<Record<string, readonly TypedClient[]>>;
