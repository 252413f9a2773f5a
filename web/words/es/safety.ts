// The text about how a user logs in, and about who acts for the user, in Spanish.

import type { safetyWords as English } from '../en-safety'
import { count } from './grammar'

export const safetyWords: typeof English = {
  confirm: 'Confirma tu identidad',
  confirmText: 'Para este cambio debes demostrar que eres tú.',
  goOn: 'Continuar',
  usePasskey: 'Usar una llave de acceso',
  noPasskeyUsed: 'No se usó ninguna llave de acceso. Inténtalo de nuevo.',
  logInAgain: 'Vuelve a iniciar sesión y después haz el cambio.',
  logInWith: (provider) => `Volver a iniciar sesión con ${provider}`,

  codes: 'Códigos de un solo uso',
  codesText: 'Para iniciar sesión necesitas, además de la contraseña, un código de tu teléfono.',
  codesSince: (day) => `Activados desde: ${day}.`,
  codesLeft: (codes) => `${count(codes, 'código de recuperación disponible', 'códigos de recuperación disponibles')}.`,
  manageCodes: 'Administrar los códigos de un solo uso',

  identities: 'Identidades conectadas',
  identitiesText: 'Puedes iniciar sesión con cualquiera de ellas, sea cual sea su dirección.',
  connected: (day) => `Conectada: ${day}`,
  providerGone: 'ya no disponible aquí',
  connect: (provider) => `Conectar ${provider}`,

  agents: 'Agentes conectados',
  agentsText: 'Programas a los que permites actuar en tu nombre. Los demás ven cuándo escribe uno de ellos.',
  lastUsed: (ago) => `último uso ${ago}`,
  onlyIn: 'Solo en',
  scopes: {
    'messages:read': 'lee mensajes, perfiles y archivos',
    'messages:write': 'escribe mensajes y reacciona',
    'drafts:write': 'guarda borradores',
    'status:write': 'cambia el estado',
    'teams:write': 'crea canales y cambia grupos',
  },
  disconnect: 'Desconectar',
  endAgent: (name) => `Desconectar ${name}`,
  endAgentText: 'Ya no podrá leer ni escribir en tu nombre. Puedes volver a conectarlo.',

  agentCalls: 'Qué hicieron los agentes',
  agentCallsText: 'Las 500 llamadas más recientes. Solo tú las ves.',
  agentActs: {
    send_message: 'envió un mensaje',
    schedule_message: 'programó un mensaje',
    cancel_scheduled: 'canceló un mensaje programado',
    edit_message: 'editó un mensaje',
    react: 'reaccionó a un mensaje',
    mark_read: 'marcó mensajes como leídos',
    save_draft: 'guardó un borrador',
  },
  agentRead: 'leyó',
  agentRefused: 'rechazada',
  agentMessage: 'Mostrar mensaje',
  allAgentCalls: 'Mostrar todo',
}
