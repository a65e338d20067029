import type { Encoding } from '#contract/bulk-upload/parse-options.ts';

/** A language in which files are generated: its words, and the encodings its programs write. */
export interface OwnLanguage {
  readonly is: string;
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
  readonly companies: readonly string[];
  readonly towns: readonly string[];
  readonly remarks: readonly string[];
  /** Beside UTF-8 and UTF-16. */
  readonly encodings: readonly Encoding[];
}

/**
 * By language: the encodings of its programs; first and last names, companies, towns, remarks.
 * Written by hand for these tests, so that no rule was made for them.
 */
const table = `
English: windows-1252 cp850 cp437 macintosh
  Ada, Grace, Oliver, Charlotte, Noah, Isla, Zoë, Chloë, Jack, Aroha, Siân, Renée, Liam, Mia, Seán, Harriet
  Baker, Nguyen, O’Brien, Whitmore, Taylor, Fraser, Brontë, MacKenzie, Singh, Holloway, Dubois-Carr, Tremblay
  Harbour Café, Engines Ltd, Blue Gum Plumbing, Smith & Sons, Naïve Design, 7th Street Tiles, The Glass House
  Alice Springs, Wagga Wagga, Dunedin, Newcastle upon Tyne, Fremantle, Rotorua, Ballarat, Parramatta
  call after 5pm, referred by £20 offer, wants a second quote, café fit-out – urgent, 50% deposit, prefers email
French: windows-1252 cp850 cp437 macintosh
  Aurélie, Benoît, Cédric, Gaëlle, Hélène, Jérôme, Loïc, Mégane, Noémie, Océane, Rémi, Thérèse, Paul, Claire, Théo
  Lefèvre, Béranger, Dupré, Garçon, Hébert, Lévêque, Perrin, Rivière, Désormeaux, Barré, Moreau, Châtelain
  Boulangerie Évrard, Menuiserie Crépin, Société Générale du Bois, Garage du Pré, Forêt & Fils, Atelier Noël
  Besançon, Orléans, Saint-Étienne, Nîmes, Béziers, Angoulême, Lyon, Évreux, Mâcon, Périgueux
  rappeler après midi, déjà client, prêt à l’été, à vérifier, crédit précédent remboursé, reçu le dossier
German: windows-1252 cp850 cp437 macintosh
  Jürgen, Günther, Käthe, Björn, Sören, Ursula, Jörg, Bärbel, Lukas, Hannelore, Götz, Rüdiger, Anna, Mäxchen
  Müller, Schäfer, Böhm, Krüger, Weiß, Größer, Köhler, Voß, Lindner, Jäger, Grünwald, Hübner, Strauß, Becker
  Bäckerei Möller, Süßwaren Löwe, Metallbau Röhrig, Kühlhaus GmbH, Straßenbau Nord, Gärtnerei Grün, Holz AG
  München, Köln, Düsseldorf, Würzburg, Lübeck, Görlitz, Gießen, Saarbrücken, Kiel, Göttingen
  bitte zurückrufen, möchte früher beginnen, Rückzahlung geklärt, schließt im März, groß genug, für später
Spanish: windows-1252 cp850 cp437 macintosh
  Begoña, Ángel, Íñigo, Sofía, Raúl, Inés, José, Lucía, Martín, Óscar, Rocío, Úrsula, Elena, Andrés, Nicolás
  Muñoz, Peña, Gutiérrez, Hernández, Ibáñez, Núñez, Ordóñez, Rodríguez, Sáenz, Vázquez, Zúñiga, Molina, Yáñez
  Panadería La Niña, Jardinería Cádiz, Compañía del Señor, Café Colón, Talleres Rincón, Diseño y Más, Óptica Sur
  A Coruña, Málaga, Logroño, Mérida, Córdoba, Almería, Ávila, Gijón, Jaén, San Sebastián
  llamar mañana, ya pagó, cliente de años, pidió más plazo, según el gestor, está en el piso 3º, mayor tamaño
Portuguese: windows-1252 cp850 macintosh
  João, Conceição, Antônio, Luís, Vitória, César, Inês, Otávio, Mônica, Sebastião, Cláudia, Zé, Maria, Tomé
  Gonçalves, Simões, Araújo, Brandão, Guimarães, Magalhães, Falcão, Assunção, Conceição, Sá, Leitão, Silva
  Padaria Pão Quente, Construções Irmãos, Transportes Avó, Café Açoriano, Comércio São José, Móveis Açaí
  São Paulo, Brasília, Évora, Maceió, Florianópolis, Coração de Jesus, Niterói, Bragança, Setúbal
  ligar amanhã, já é cliente, após a aprovação, não atende, operação em São Paulo, preço à vista
Danish: windows-1252 cp850 macintosh
  Søren, Jørgen, Åse, Bjørn, Kåre, Lærke, Mette, Rasmus, Solvej, Gønne, Pål, Øystein, Håkon, Ærlig, Kjær
  Sørensen, Jørgensen, Nørgaard, Bæk, Møller, Kjærgaard, Åberg, Østergaard, Thøgersen, Holm, Skovgård, Sæther
  Bageri Rødovre, Tømrer Fåborg, Blå Vand ApS, Købmand Sæby, Rør og Sånt, Håndværk Øst, Smørrebrød Aarhus
  Århus, Ålborg, Næstved, Køge, Rønne, Tønder, Værløse, Ærøskøbing, Malmö, Tromsø, Bodø
  ring på mandag, ønsker større lån, har været kunde før, får svar i påsken, næste måned, sælger bilen
Polish: windows-1250 cp852 iso-8859-2
  Łukasz, Małgorzata, Paweł, Grażyna, Michał, Agnieszka, Żaneta, Wojciech, Bartłomiej, Święta, Kącper, Rafał
  Wiśniewski, Dąbrowska, Wójcik, Kowalczyk, Zieliński, Szymański, Woźniak, Jabłoński, Król, Pawłowska, Gąsior
  Piekarnia Złoty Kłos, Usługi Budowlane Mróz, Meble Dąb, Księgarnia Łęg, Warsztat Żuk, Mąka i Sól, Cegła
  Łódź, Kraków, Gdańsk, Poznań, Białystok, Wrocław, Częstochowa, Rzeszów, Świdnica, Tychy
  proszę zadzwonić później, spłacił już pożyczkę, będzie w środę, większa kwota, umówić się, właściciel domu
Czech: windows-1250 cp852 iso-8859-2
  Jiří, Tomáš, Lukáš, Ondřej, Zdeněk, Kateřina, Věra, Růžena, Štěpán, Eliška, Matěj, Žofie, Pavel, Čeněk
  Dvořák, Novotný, Černý, Procházka, Němec, Růžička, Šťastný, Křížová, Beneš, Kučera, Veselý, Říha, Blažek
  Pekárna Dobrý Chléb, Truhlářství Kůň, Stavby Příbram, Květiny Růže, Zámečnictví Šroub, Pivnice U Lva
  Plzeň, České Budějovice, Žďár, Třebíč, Ústí nad Labem, Olomouc, Děčín, Přerov, Jičín, Kolín
  zavolat později, již splaceno, chce větší půjčku, přijde ve čtvrtek, dům na předměstí, další schůzka
Hungarian: windows-1250 cp852 iso-8859-2
  Győző, György, Zsófia, Dezső, Ernő, Jenő, Tünde, Örs, Csaba, Boglárka, Lőrinc, Ágnes, Béla, Zoltán, Ildikó
  Szűcs, Erdős, Kőszegi, Nagy, Pető, Fülöp, Vörös, Bíró, Török, Szőke, Lukács, Hegedűs, Mészáros, Jánosi
  Pékség Őrség, Építő Kft, Bútor Műhely, Zöldség és Gyümölcs, Fűszer Bolt, Autószerelő Tóth, Könyvesbolt
  Győr, Nagykőrös, Szeged, Debrecen, Kőszeg, Hajdúszoboszló, Székesfehérvár, Pécs, Gödöllő, Gyöngyös
  később visszahívni, már ügyfél, nagyobb összeg, jövő héten jön, házat vesz, törlesztő részlet
Turkish: windows-1254
  Işıl, Şule, Çağla, İbrahim, Gökhan, Ayşe, Özlem, Ümit, Yiğit, Doğan, Gülşen, Barış, Kadir, Tuğba
  Yılmaz, Öztürk, Şahin, Çelik, Güneş, Kılıç, Aydın, Koç, Erdoğan, Işık, Karadağ, Bozkır, Yıldırım, Ateş
  Fırın Güneş, Çınar İnşaat, Şeker Ticaret, Öz Yapı, Dağ Nakliyat, Kardeşler Oto, Gıda Işığı, Altın Yıldız
  İstanbul, Eskişehir, Çanakkale, Muğla, Diyarbakır, Kırşehir, Şanlıurfa, Iğdır, Balıkesir, Ağrı
  yarın arayın, eski müşteri, daha büyük kredi, çalışıyor, işyeri değişti, ödeme yapıldı, sonra görüşülecek
Latvian: windows-1257 iso-8859-13
  Jānis, Līga, Māra, Pēteris, Ilze, Andrejs, Žanete, Kārlis, Inguna, Ģirts, Zaiga, Dāvis, Krišjānis, Edīte
  Bērziņš, Kalniņa, Ozoliņš, Liepiņa, Krūmiņš, Balodis, Zariņš, Eglīte, Šmits, Pētersons, Ābele, Vītols, Ķirsis
  Maiznīca Rūķis, Būve Sēlija, Kafejnīca Zīle, Galdnieks Dzērve, Pārvadājumi Cēsis, Ziedu Nams, Ūdens Zīme
  Rīga, Jūrmala, Rēzekne, Jēkabpils, Ķegums, Valmiera, Cēsis, Līvāni, Saldus, Mārupe
  lūdzu zvanīt vēlāk, jau klients, vajag lielāku aizdevumu, nākamnedēļ, māja Rīgā, līgums beidzās, pērk mašīnu
Lithuanian: windows-1257 iso-8859-13
  Rūta, Žygimantas, Eglė, Jūratė, Gintarė, Šarūnas, Ąžuolas, Mindaugas, Živilė, Kęstutis, Austėja, Povilas
  Kazlauskienė, Šimkūnas, Petrauskas, Žukauskas, Stankevičius, Jankauskaitė, Butkutė, Paulauskienė, Grigaitė
  Kepykla Šilas, Statyba Ąžuolas, Kavinė Žuvėdra, Gėlių Namai, Baldų Dirbtuvė, Pieninė Rokiškis, Vėjo Malūnas
  Šiauliai, Panevėžys, Klaipėda, Marijampolė, Kėdainiai, Mažeikiai, Telšiai, Vilnius, Ukmergė
  paskambinti vėliau, jau klientė, reikia didesnės paskolos, kitą savaitę, būstas mieste, sutartis pasibaigė
Russian: windows-1251 koi8-r ibm866
  Иван, Ольга, Дмитрий, Екатерина, Фёдор, Алёна, Юрий, Светлана, Жанна, Эдуард, Щедрина, Игорь, Наталья
  Петров, Соловьёва, Кузнецов, Морозова, Щербаков, Яковлев, Чернышёва, Волков, Журавлёв, Зайцева, Быков
  Хлебозавод Заря, ООО Кирпич, Кафе Ёлочка, Мебель и Свет, Столярная мастерская, Цветы Юга, Рыбный двор
  Москва, Санкт-Петербург, Нижний Новгород, Екатеринбург, Челябинск, Ярославль, Хабаровск, Уфа
  перезвонить завтра, уже клиент, нужен больший кредит, приедет в среду, дом за городом, договор подписан
Japanese: shift_jis euc-jp
  さくら, 健太, 陽子, 一郎, ゆうき, 美咲, 大輔, あかり, 拓也, 直美, 翔, 恵子
  田中, 佐藤, 鈴木, 高橋, 渡辺, 伊藤, 山本, 中村, 小林, 加藤, 吉田, 斎藤, 松本
  東京商店, 株式会社みどり, カフェひまわり, 山田工務店, ラーメン太郎, さくら印刷, 大阪電機
  東京都, 大阪市, 横浜市, 名古屋市, 札幌市, 京都市, 福岡市, 仙台市
  明日電話してください, 既存のお客様, 来週来店, 追加の融資を希望, 書類は届きました, 自宅を所有
Chinese: gb18030
  伟, 芳, 娜, 秀英, 敏, 静, 丽, 强, 磊, 军, 洋, 勇, 艳, 杰
  王, 李, 张, 刘, 陈, 杨, 赵, 黄, 周, 吴, 徐, 孙, 胡, 朱
  北京面包店, 上海建筑公司, 东方家具, 绿叶茶馆, 长城汽车修理, 新华书店, 海鲜批发
  北京市, 上海市, 广州市, 深圳市, 成都市, 武汉市, 西安市, 杭州市
  明天再打电话, 已经是客户, 需要更多贷款, 下周见面, 有自己的房子, 合同已签, 推荐的朋友
Chinese of Taiwan: big5
  怡君, 志明, 淑芬, 家豪, 雅婷, 俊傑, 美玲, 建宏, 淑惠, 宗翰, 佳穎, 冠宇
  陳, 林, 黃, 張, 李, 王, 吳, 劉, 蔡, 楊, 許, 鄭, 謝
  台北麵包店, 東方傢俱行, 綠葉茶館, 長江建設, 新竹電子, 海鮮批發, 永康書局
  台北市, 高雄市, 台中市, 新竹市, 台南市, 基隆市, 嘉義市, 花蓮縣
  明天再打電話, 已經是客戶, 需要更多貸款, 下週見面, 有自己的房子, 合約已簽, 朋友推薦
Korean: euc-kr
  민수, 서연, 지훈, 영희, 철수, 은정, 현우, 수진, 재현, 미경, 동욱, 하은
  김, 이, 박, 최, 정, 강, 조, 윤, 장, 임, 한, 오
  서울빵집, 한강건설, 푸른가구, 제주수산, 대한전기, 인천자동차, 행복서점
  서울, 부산, 대구, 인천, 광주, 대전, 울산, 수원
  내일 다시 전화, 기존 고객, 추가 대출 희망, 다음 주 방문, 자택 소유, 계약 완료, 친구 소개
`;

/** The languages of the generated files. */
export const ownLanguages = table.split(/\n(?=\S)/).flatMap((block): OwnLanguage[] => {
  const [title = '', ...lines] = block.trim().split('\n');
  const [is = '', encodings = ''] = title.split(': ');
  const words = lines.map((line) => line.trim().split(', '));
  const [firstNames = [], lastNames = [], companies = [], towns = [], remarks = []] = words;
  const inAny = encodings.split(' ') as Encoding[];
  return is === ''
    ? []
    : [{ is, firstNames, lastNames, companies, towns, remarks, encodings: inAny }];
});
