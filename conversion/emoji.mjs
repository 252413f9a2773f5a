const nameByCode = new Map()
const codeByName = new Map()

/** Learns the emoji of this server: a code and its names in each line. Converters need them. */
export function knowEmoji(lines) {
  for (const line of lines) {
    const [code, ...names] = line.split(' ')
    nameByCode.set(code, names[0])
    for (const name of names) if (!codeByName.has(name)) codeByName.set(name, code)
  }
}

/** Names of other servers that name another emoji here, or none. They are the ones that people use most. */
const OTHER_NAMES = {
  thumbsup: '1f44d',
  thumbsdown: '1f44e',
  '+1': '1f44d',
  '-1': '1f44e',
  white_check_mark: '2705',
  heavy_check_mark: '2714',
  ballot_box_with_check: '2611',
  x: '274c',
  tada: '1f389',
  joy: '1f602',
  sob: '1f62d',
  smile: '1f604',
  smiley: '1f603',
  grinning: '1f600',
  grin: '1f601',
  laughing: '1f606',
  satisfied: '1f606',
  sweat_smile: '1f605',
  wink: '1f609',
  blush: '1f60a',
  slightly_smiling_face: '1f642',
  upside_down_face: '1f643',
  rolling_on_the_floor_laughing: '1f923',
  rofl: '1f923',
  heart_eyes: '1f60d',
  sunglasses: '1f60e',
  thinking_face: '1f914',
  thinking: '1f914',
  confused: '1f615',
  cry: '1f622',
  angry: '1f620',
  rage: '1f621',
  scream: '1f631',
  neutral_face: '1f610',
  expressionless: '1f611',
  unamused: '1f612',
  face_with_rolling_eyes: '1f644',
  facepalm: '1f926',
  face_palm: '1f926',
  shrug: '1f937',
  man_shrugging: '1f937',
  heart: '2764',
  broken_heart: '1f494',
  clap: '1f44f',
  pray: '1f64f',
  muscle: '1f4aa',
  wave: '1f44b',
  ok_hand: '1f44c',
  raised_hands: '1f64c',
  point_up: '261d',
  point_up_2: '1f446',
  point_down: '1f447',
  point_left: '1f448',
  point_right: '1f449',
  eyes: '1f440',
  fire: '1f525',
  rocket: '1f680',
  100: '1f4af',
  star: '2b50',
  sparkles: '2728',
  zap: '26a1',
  boom: '1f4a5',
  bulb: '1f4a1',
  bug: '1f41b',
  warning: '26a0',
  question: '2753',
  exclamation: '2757',
  heavy_plus_sign: '2795',
  heavy_minus_sign: '2796',
  memo: '1f4dd',
  pencil2: '270f',
  calendar: '1f4c6',
  hourglass: '231b',
  coffee: '2615',
  beers: '1f37b',
  beer: '1f37a',
  birthday: '1f382',
  cake: '1f370',
  gift: '1f381',
  balloon: '1f388',
  trophy: '1f3c6',
  crossed_fingers: '1f91e',
  handshake: '1f91d',
  partying_face: '1f973',
  hugging_face: '1f917',
  skull: '1f480',
  poop: '1f4a9',
  hankey: '1f4a9',
  robot_face: '1f916',
  ghost: '1f47b',
  see_no_evil: '1f648',
  moneybag: '1f4b0',
  lock: '1f512',
  key: '1f511',
  mag: '1f50d',
  link: '1f517',
  email: '2709',
  phone: '260e',
  computer: '1f4bb',
  arrow_up: '2b06',
  arrow_down: '2b07',
  arrow_right: '27a1',
  arrow_left: '2b05',
  red_circle: '1f534',
  large_blue_circle: '1f535',
  sunny: '2600',
  rainbow: '1f308',
  pizza: '1f355',
}

/** Returns the emoji with a name of another server, without a skin tone, or undefined. */
export function emojiNamed(name) {
  const base = String(name)
    .replace(/::?skin-tone-\d$/, '')
    .replaceAll(':', '')
    .toLowerCase()
  return emojiOf(OTHER_NAMES[base] ?? codeByName.get(base))
}

/** Returns the emoji that is these characters, or undefined. */
export function emojiOfCharacters(characters) {
  const points = [...String(characters)].map((character) => character.codePointAt(0))
  const plain = points.filter((point) => point !== 0xfe0f && !(point >= 0x1f3fb && point <= 0x1f3ff))
  return emojiOf(plain.map((point) => point.toString(16).padStart(4, '0')).join('-'))
}

const emojiOf = (emoji_code) => {
  const emoji_name = nameByCode.get(emoji_code)
  return emoji_name === undefined ? undefined : { emoji_code, emoji_name, reaction_type: 'unicode_emoji' }
}
