import type { modelWords as English } from '../en-model'

export const modelWords: typeof English = {
  goesWhere:
    'Los mensajes que alguien pide resumir o traducir se envían a este modelo. No se envía nada antes de que los propietarios elijan uno.',
  key: 'Clave',
  keyText: 'El servidor la envía solo a la dirección elegida. Nadie puede leerla aquí.',
  keyFor: (server: string) => `Hay una clave para ${server}.`,
  noKey: 'No hay ninguna clave.',
  saveKey: 'Guardar la clave',
  try: 'Probar',
  tryText: 'Pide una palabra al modelo. No lee nada de la organización.',
  tryButton: 'Preguntar al modelo',
  answered: (text: string) => `El modelo respondió: ${text}`,
  usage: 'Preguntas y tokens',
  usageText: 'Los últimos 30 días en UTC. Quien opera el modelo dice cuánto cuesta un token.',
  none: 'Nadie preguntó al modelo.',
  heads: {
    day: 'Día',
    requests: 'Preguntas',
    failures: 'Fallidas',
    input_tokens: 'Tokens leídos',
    output_tokens: 'Tokens escritos',
  },
}
