/** The encodings of local programs; first names, surnames and towns in their native spelling. */
const table = `
French: cp850 cp437 macintosh: René Hélène François Benoît Lefèvre Gaël Orléans Nîmes
German: cp850 cp437 macintosh: Jürgen Jörg Käthe Müller Schröder Strauß Köln Zürich
Spanish: cp850 cp437 macintosh: José Begoña Martínez Muñoz Núñez López Málaga León
Portuguese: cp850 macintosh: João Conceição Gonçalves Simões Évora
Danish: cp850 macintosh: Søren Jørgensen Kjær Åse Ærø
Swedish: cp850 cp437 macintosh: Göran Åsa Sjöberg Hägg Malmö
Polish: windows-1250 iso-8859-2: Michał Łukasz Wójcik Wiśniewski Dąbrowska Zając Łódź Gdańsk
Czech: windows-1250 iso-8859-2: Jiří Ondřej Dvořák Němec Růžička Plzeň
Hungarian: windows-1250 iso-8859-2: Győző Erdős Szűcs Petőfi Győr
Croatian: windows-1250 iso-8859-2: Željko Kovačević Đorđe Šarić Čakovec
Romanian: windows-1250 iso-8859-2: Ştefan Ionuţ Băsescu Bălan Constanţa
Turkish: windows-1254: Işık Şahin Yılmaz Erdoğan İbrahim Kılıç
Latvian: windows-1257 iso-8859-4: Jānis Bērziņš Kalniņš Žanete Rīga
French, with the euro: iso-8859-15: Œuvrard Lecœur Saint-Ÿlie
Slovene: iso-8859-15 iso-8859-2: Šimek Žižek Dušan
Russian: windows-1251 koi8-r iso-8859-5 ibm866 x-mac-cyrillic: Иван Петров Ольга Соловьёва Москва
Greek: windows-1253 iso-8859-7: Γιώργος Παπαδόπουλος Ελένη Αθήνα
Hebrew: windows-1255 iso-8859-8: יעקב כהן מרים
Arabic: windows-1256 iso-8859-6: محمد فاطمة حسين
Thai: windows-874: สมชาย สุดา
Vietnamese: windows-1258: Hương Thơ Đăng
Japanese: shift_jis euc-jp: 田中 佐藤 鈴木 高橋 さくら
Chinese: gb18030 gbk: 王伟 李娜 张敏 刘洋
Chinese of Taiwan: big5: 陳怡君 林志明 黃淑芬
Korean: euc-kr: 김민수 이서연 박지훈
`;

/** The languages, with their words. */
export const languages = table
  .trim()
  .split('\n')
  .map((line) => {
    const [is = '', encodings = '', words = ''] = line.split(': ');
    return { is, words: words.split(' '), in: encodings.split(' ') };
  });

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
