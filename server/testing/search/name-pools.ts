/** Returns the words of a text. */
function splitWords(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Given names of the places that clients come from; all people are made up. */
export const firstNames = splitWords(`
  Olivia Jack Mia Lachlan Siobhán Kirra Giorgia Harpreet Zoë Noah Charlotte William Isla
  Thomas Amelia Henry Ava James Grace Lucas Chloe Oliver Ruby Ethan Sophie Liam Emily Hugo
  Lily Angus Aroha Wiremu Hēmi Māia Tāne Sione Anahera Rāwiri Mereana Manaia Tamati Kahurangi
  Hone Moana Siân Rhys Aoife Callum Niamh Seán Eilidh Gwendolyn Dafydd Róisín Fergus Imogen
  Alistair Bronwyn Wei Mei Jun Li Xiaoming Hui Jing Yan Chen Priya Arjun Farid Siti Anjali
  Rohan Deepika Sanjay Nguyễn Thị Minh Linh Đức Hương Tuấn Phương Giang Quỳnh Sunil Fatima
  Omar Layla Yusuf Zainab José María André Renée Björn Søren Łukasz Jürgen Zoran Dragana
  Nikolaos Eleni Giovanni Lucía François Anaïs Mateusz Agnieszka Ilse Katarína Čedomir Ömer
  Gülşen Tomás Inês Håkon Åsa Zuzana
`);

/** Family names of the same places. */
export const lastNames = splitWords(`
  Walker Papadopoulos D’Angelo Nguyen McKenzie Singh Müller Wright O’Brien Tran Smith Jones
  Brown Wilson Taylor Johnson White Martin Anderson Thompson Harris Clarke Robinson Kelly King
  Campbell Ngata Parata Fraser Tūhoe Faleolo Reid Te-Kani Rangihuna Pōtae Tāwhiri Henare
  Whaanga Kereama Llywelyn Patel Hughes MacLeod Begum Featherstonehaugh O’Sullivan McDonald
  Fitzgerald Gallagher Tan Lim Goh Krishnan Lee Wong Zhang Chen Huang Subramaniam Abdullah
  Rahman Sharma Gupta Iyer Nguyễn Trần Lê Phạm Huỳnh Võ Đặng Bùi Đỗ Hồ Ngô Dương García
  Fernández Núñez Silva Gonçalves Kowalski Wiśniewski Łuczak Novák Dvořák Horvat Kovačević
  Petrović Øvergaard Sørensen Jørgensen Lindström Bergström Weiß Großmann Schröder Köhler
  Béranger Lefèvre Dubois Gagné Rossi Esposito Katsaros Stavropoulos Karagiannis Demir Yılmaz
  Öztürk Haddad Mansour Khoury Nasser Okafor Adeyemi Hawthorne Pemberton Ashdown Blackwood
  Carmody Delacroix Ellery Fairweather Greenhalgh Hollingsworth Ironside Jessop Kirkbride
  Longstaff Merriweather Nightingale Oakeshott Prendergast Quill Ravenscroft Satterthwaite
  Thistlewood Underhill Vandenberg Winterbourne Yardley Zielinski Abernathy Bickerstaff
`);

/** Words that begin a company’s name. */
export const brands = splitWords(`
  Southern Northlight Saltwater Lantern Beacon Ironbark Merlion Kererū Tūī Kōwhai Pōhutukawa
  Bluegum Banksia Wattle Jarrah Harbour Compass Anchor Summit Granite Copper Silver Golden
  Crimson Scarlet Emerald Sapphire Amber Willow Cedar Juniper Magpie Kestrel Falcon Heron
  Pelican Albatross Wombat Coral Pacific Tasman Southbank Riverside Hillcrest Meadow Orchard
  Maple Thistle Heather Bramble Aurora Zephyr Horizon Meridian Equinox Solstice Orion Pegasus
  Phoenix Griffin Corvus Lyra Vega Canterbury Otago Waikato Illawarra Kimberley Gippsland
  Barossa Coorong Pilbara Riverina Monaro Mallee
`);

/** Words in the middle of a company’s name. */
export const qualifiers = splitWords(`
  Bay Creek Ridge Valley Point Street Mill Bridge Lane Park Coast Peninsula Island Plains
  Heights Brothers Family Heritage Premium Express Precision Modern Classic Urban Rural
  Coastal Alpine United
`);

/** What companies do. */
export const trades = splitWords(`
  Joinery Roasters Haulage Dental Electrical Landscapes Bakery Fitness Robotics Outfitters
  Vineyards Plumbing Roofing Carpentry Flooring Signage Printing Logistics Freight Removals
  Catering Butchery Florists Cafés Brewing Cabinetry Engineering Fabrication Earthworks
  Concreting Scaffolding Painting Physiotherapy Optometry Childcare Tutoring Photography
  Upholstery Automotive Panelbeaters Tyres
`);

export const companyEndings: readonly string[] = [
  'Pty Ltd',
  'Pty. Ltd.',
  'Limited',
  'Ltd',
  'Pte. Ltd.',
  '& Co',
  '& Sons',
  '',
];

/** Where partners’ names come from. */
export const partnerNames = splitWords(`
  Harbour Keystone Bridgewater Čapek Evergreen Lighthouse Northgate Cornerstone Pinnacle
  Redwood Starling Tideway Waratah Westbrook Blueprint Clearwater Everglade Fernhill Goldcrest
  Highfield
`);
