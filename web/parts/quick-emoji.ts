/** The emoji of the small picker. */
export const QUICK_EMOJI = [
  { emoji_name: '+1', emoji_code: '1f44d' },
  { emoji_name: 'tada', emoji_code: '1f389' },
  { emoji_name: 'heart', emoji_code: '2764' },
  { emoji_name: 'smile', emoji_code: '1f604' },
  { emoji_name: 'joy', emoji_code: '1f602' },
  { emoji_name: 'open_mouth', emoji_code: '1f62e' },
  { emoji_name: 'cry', emoji_code: '1f622' },
  { emoji_name: 'thinking', emoji_code: '1f914' },
  { emoji_name: 'eyes', emoji_code: '1f440' },
  { emoji_name: 'rocket', emoji_code: '1f680' },
  { emoji_name: 'pray', emoji_code: '1f64f' },
  { emoji_name: 'check', emoji_code: '2705' },
]
