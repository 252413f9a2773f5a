import type { formatWords as English } from '../en-format'

export const formatWords: typeof English = {
  title: 'फ़ॉर्मैटिंग',
  bold: 'मोटा',
  italic: 'तिरछा',
  struck: 'काटा हुआ',
  link: 'लिंक',
  list: 'सूची',
  numbered: 'क्रमांकित सूची',
  quote: 'उद्धरण',
  code: 'कोड',
}
