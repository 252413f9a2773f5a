// The text of the email address of a channel, in Spanish.

import type { channelEmailWords as English } from '../en-channel-email'

export const channelEmailWords: typeof English = {
  title: 'Dirección de correo',
  text: 'Los correos a esta dirección se convierten en mensajes del canal, con el asunto como tema. Un correo aparece como tuyo solo si tu proveedor lo firmó. Quien conozca la dirección puede escribir en el canal.',
  none: 'Este servidor no recibe correos.',
  copy: 'Copiar la dirección',
  choose: 'En los mensajes',
  options: {
    'show-sender': 'Mostrar quién envió el correo',
    'include-footer': 'Conservar la firma',
    'include-quotes': 'Conservar el correo citado',
    'prefer-html': 'Conservar negritas, enlaces y listas',
  },
  replace: 'Reemplazar la dirección',
  replaceText:
    'Los correos a tu dirección anterior volverán a sus remitentes. Las direcciones de otras personas no cambian.',
}
