const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words of a question that say nothing about which things are meant. */
export const COMMON = setOf(`
  a about after all also am an and any are arent as ask at be been being but by can check could currently did display do
  does doing done each else ever every few find for from get give go had has hasnt have having hello help hey hi how i if
  in into is isnt it its itself just kind know like list listed long look looking lookup many may me more much must my name named
  names need no not now number of off on one only or other our out over overall overview per please print report right
  s say see seen shall should show some summarise summarize summary tell than thank thanks that the their them then there
  these they thing things this those to today total under us use used uses using value want was we well were what whats when
  where which who whom whose will with within would yet you your & - – — : … ? % = amount count up currently exactly full
  complete entire kindly sort kinds types sorted order ordered view open details detail info information data current present
  moment existing exist exists available registered recorded known hold holds id run running runs located belong belongs
  owned owns own owner owners managed manage manages manager entries entry records record down across breakdown broken
  split distribution grouped group same different whats hows wheres doing around here usage gave again against ones via often
  called anymore pls plz got told compare compared comparison versus vs starting starts begin begins beginning whole company among amongst
`);

/** Words for servers in general, and for the fields that answers are about. */
export const SERVER_WORDS = setOf(`
  server servers host hosts machine machines vm vms node nodes box boxes inventory infrastructure fleet estate system
  systems environment environments status statuses state states location locations site sites place places os ip ips
  address addresses hostname hostnames fqdn type team teams network networks zone zones topology domain domains hardware
  model models function functions role purpose cpu memory ram disk uptime health healthy operating issue issues problem
  problems attention virtual physical online offline warning unknown maintenance production staging development figures metrics average mean avg highest lowest most least top busiest
  anything something everything somewhere anywhere nothing going wrong any both still already yes ok okay box boxes srv srvs svr svrs
`);

/** Words for documents in general. */
export const DOCUMENT_WORDS = setOf(`
  document documents documentation docs doc article articles guide guides runbook runbooks page pages knowledge base kb
  instruction instructions procedure procedures step steps explain describe written write wiki manual manuals read recent
  recently latest newest updated changed new troubleshoot how-to howto search why because best way properly correctly
  happens happen work works mean means policy say says according mention mentions topic
`);

/** Words for servers that name nothing of them. */
const THINGS = setOf(`
  server servers host hosts machine machines vm vms node nodes box boxes system inventory infrastructure fleet estate
  any still already yes ok okay both either together really actually srv srvs svr svrs
`);
/** Common words that ask for something else, or for more, where nothing has read them. */
const ASKING_MORE = setOf('else other same ever against over per each group report name names often list');

/** Says nothing at all, so that it may be left out where a field was asked for. */
export const isFiller = (word: string): boolean =>
  (COMMON.has(word) || THINGS.has(word)) && !ASKING_MORE.has(word);

/** Whether nothing tells anything that is left of a question when all that was understood is taken out. */
export const isAllRead = (left: { rest(known: ReadonlySet<string>): string[] }): boolean =>
  left.rest(new Set()).every((word) => isFiller(word) || word.startsWith('·'));

export const isCommon = (word: string): boolean =>
  COMMON.has(word) || SERVER_WORDS.has(word) || DOCUMENT_WORDS.has(word);
