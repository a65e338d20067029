/**
 * First names, surnames and towns in their native spelling, and encodings that local programs use.
 */
export const languages = [
  {
    is: 'French',
    words: ['René', 'Hélène', 'François', 'Benoît', 'Lefèvre', 'Gaël', 'Orléans', 'Nîmes'],
    in: ['cp850', 'cp437', 'macintosh'],
  },
  {
    is: 'German',
    words: ['Jürgen', 'Jörg', 'Käthe', 'Müller', 'Schröder', 'Strauß', 'Köln', 'Zürich'],
    in: ['cp850', 'cp437', 'macintosh'],
  },
  {
    is: 'Spanish',
    words: ['José', 'Begoña', 'Martínez', 'Muñoz', 'Núñez', 'López', 'Málaga', 'León'],
    in: ['cp850', 'cp437', 'macintosh'],
  },
  {
    is: 'Portuguese',
    words: ['João', 'Conceição', 'Gonçalves', 'Simões', 'Évora'],
    in: ['cp850', 'macintosh'],
  },
  { is: 'Danish', words: ['Søren', 'Jørgensen', 'Kjær', 'Åse', 'Ærø'], in: ['cp850', 'macintosh'] },
  {
    is: 'Swedish',
    words: ['Göran', 'Åsa', 'Sjöberg', 'Hägg', 'Malmö'],
    in: ['cp850', 'cp437', 'macintosh'],
  },
  {
    is: 'Polish',
    words: ['Michał', 'Łukasz', 'Wójcik', 'Wiśniewski', 'Dąbrowska', 'Zając', 'Łódź', 'Gdańsk'],
    in: ['windows-1250', 'iso-8859-2'],
  },
  {
    is: 'Czech',
    words: ['Jiří', 'Ondřej', 'Dvořák', 'Němec', 'Růžička', 'Plzeň'],
    in: ['windows-1250', 'iso-8859-2'],
  },
  {
    is: 'Hungarian',
    words: ['Győző', 'Erdős', 'Szűcs', 'Petőfi', 'Győr'],
    in: ['windows-1250', 'iso-8859-2'],
  },
  {
    is: 'Croatian',
    words: ['Željko', 'Kovačević', 'Đorđe', 'Šarić', 'Čakovec'],
    in: ['windows-1250', 'iso-8859-2'],
  },
  {
    is: 'Romanian',
    words: ['Ştefan', 'Ionuţ', 'Băsescu', 'Bălan', 'Constanţa'],
    in: ['windows-1250', 'iso-8859-2'],
  },
  {
    is: 'Turkish',
    words: ['Işık', 'Şahin', 'Yılmaz', 'Erdoğan', 'İbrahim', 'Kılıç'],
    in: ['windows-1254'],
  },
  {
    is: 'Latvian',
    words: ['Jānis', 'Bērziņš', 'Kalniņš', 'Žanete', 'Rīga'],
    in: ['windows-1257', 'iso-8859-4'],
  },
  { is: 'French, with the euro', words: ['Œuvrard', 'Lecœur', 'Saint-Ÿlie'], in: ['iso-8859-15'] },
  { is: 'Slovene', words: ['Šimek', 'Žižek', 'Dušan'], in: ['iso-8859-15', 'iso-8859-2'] },
  {
    is: 'Russian',
    words: ['Иван', 'Петров', 'Ольга', 'Соловьёва', 'Москва'],
    in: ['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866', 'x-mac-cyrillic'],
  },
  {
    is: 'Greek',
    words: ['Γιώργος', 'Παπαδόπουλος', 'Ελένη', 'Αθήνα'],
    in: ['windows-1253', 'iso-8859-7'],
  },
  { is: 'Hebrew', words: ['יעקב', 'כהן', 'מרים'], in: ['windows-1255', 'iso-8859-8'] },
  { is: 'Arabic', words: ['محمد', 'فاطمة', 'حسين'], in: ['windows-1256', 'iso-8859-6'] },
  { is: 'Thai', words: ['สมชาย', 'สุดา'], in: ['windows-874'] },
  { is: 'Vietnamese', words: ['Hương', 'Thơ', 'Đăng'], in: ['windows-1258'] },
  {
    is: 'Japanese',
    words: ['田中', '佐藤', '鈴木', '高橋', 'さくら'],
    in: ['shift_jis', 'euc-jp'],
  },
  { is: 'Chinese', words: ['王伟', '李娜', '张敏', '刘洋'], in: ['gb18030', 'gbk'] },
  { is: 'Chinese of Taiwan', words: ['陳怡君', '林志明', '黃淑芬'], in: ['big5'] },
  { is: 'Korean', words: ['김민수', '이서연', '박지훈'], in: ['euc-kr'] },
];
/** Each language in each of its encodings. */
export const misreadCases = languages.flatMap(({ is, words, in: all }) =>
  all.map((encoding) => ({ is, words, encoding })),
);

/** Words that are common in names of Western files in windows-1252. */
export const westernWords =
  `José François Hélène Noël Zoë Chloé Anaïs Loïc Gaëlle Benoît Jérôme Cécile Françoise L’Été Lœtitia Cœur
  Müller Jürgen Jörg Schröder Strauß Groß Weiß Käthe Björk Österreich Überlingen Größe Königstraße Straße Ärzte
  Muñoz Ñandú Begoña Peña Martínez García López Suárez Julián Ibáñez Güemes Ángel Íñigo Mª Óscar
  João Conceição Gonçalves Simões Magalhães Guimarães Camões Irmãos Assunção Antônio Inês
  Søren Jørgensen Kjær Ærø Århus Åse Bøe Høeg Kiær Ødegård Næss Ångström Sjöberg Göran Malmö Västerås Hägg
  Þórður Guðrún Sigríður Eyþór Hafþór Ægir Sæþór Bjørn Mäkelä Hyytiäinen Jõgi Tõnis Žukov Šimek Novák Tomáš
  Nicolò Mosè Agliè Niccolò Forlì Cantù Perù Siân Llŷr Ó’Brien O’Brien D’Angelo O‘Neil Zoé’s Hémi-Rose
  Seán Máire Gráinne hÉireann Óglaigh Éamon Núria Gal·la Peñíscola MUñOZ MÜLLER ÉCOLE Café “Baker” ‘Noël’ «Été»
  Smith–Jones Été—Hiver ÅÄÖ ÆØÅ n° 25°C 100m² €50 £2,000 ½ ¿Qué ¡Hola! Acme™ Nestlé® ©2024 10×20 §12 …`
    .split(/\s+/)
    .filter((word) => !/[ŷ]/.test(word));
