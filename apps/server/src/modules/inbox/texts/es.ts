import { ANSWER_HOURS, UNPAID_MINUTES } from '@meridian/contract/acceptor/calls';
import type { InboxTexts } from './inbox-texts.ts';

export const es: InboxTexts = {
  titles: {
    registered: 'Se abrió su cuenta',
    second_factor_failed: 'La contraseña era correcta, el segundo factor no',
    step_up_failed: 'Se indicó una contraseña o un código incorrecto en una sesión abierta',
    codes_locked: 'Demasiados códigos de verificación incorrectos',
    whitelist_enabled: 'Se activó la lista blanca de direcciones de retiro',
    address_added: 'Se añadió una dirección de retiro',
    address_removed: 'Se eliminó una dirección de retiro',
    payment_account_saved: 'Se guardó una cuenta en la que cobra',
    data_exported: 'Se descargaron sus datos',
    frozen: 'Su cuenta fue bloqueada',
    unfrozen: 'Su cuenta vuelve a estar activa',
    login_new_device: 'Acceso desde un dispositivo o lugar nuevo',
    deposit_seen: 'Depósito en camino',
    deposit_credited: 'Depósito acreditado',
    deposit_reversed: 'Depósito revertido',
    in_site_received: 'Monedas recibidas',
    claim_matched: 'Su depósito fue encontrado',
    claim_rejected: 'Su reclamación fue rechazada',
    withdrawal_accepted: 'Retiro aceptado',
    withdrawal_review: 'Retiro en revisión',
    withdrawal_waiting: 'Un retiro a una dirección nueva espera',
    withdrawal_sent: 'Retiro enviado',
    withdrawal_in_site: 'Retiro pagado dentro del exchange',
    withdrawal_rejected: 'Retiro rechazado',
    withdrawal_failed: 'Retiro fallido',
    margin_warning: 'Sus contratos se acercan a la liquidación',
    margin_call: 'La liquidación está muy cerca',
    position_liquidated: 'Posición liquidada',
    position_covered: 'Posición cerrada para cubrir una pérdida',
    stop_loss_done: 'Stop-loss ejecutado',
    take_profit_done: 'Take-profit ejecutado',
    position_opened: 'Orden de contrato ejecutada',
    margin_order_ended: 'Orden de contrato terminada',
    ticket_won: 'Contrato por segundos ganado',
    ticket_lost: 'Contrato por segundos perdido',
    ticket_drawn: 'Contrato por segundos empatado',
    ticket_void: 'Contrato por segundos anulado',
    insurance_paid: 'Seguro pagado',
    insurance_ended: 'Seguro terminado',
    order_filled: 'Orden ejecutada',
    order_ended: 'Orden terminada por el exchange',
    deal_opened: 'Operación abierta',
    deal_marked: 'El comprador dice que ha pagado',
    deal_confirmed: 'Operación completada',
    deal_rejected: 'Operación anulada',
    deal_expired: 'Operación terminada: no se pagó a tiempo',
    deal_disputed: 'Operación en disputa',
    deal_paid: 'Disputa resuelta: las monedas fueron al comprador',
    deal_returned: 'Disputa resuelta: las monedas volvieron al vendedor',
    payment_credited: 'Pago acreditado',
    payment_late: 'El pago llegó demasiado tarde',
    payment_refunded: 'El pago se reembolsa',
    payment_refused: 'El pago no se realizó',
    identity_approved: 'Su identidad está verificada',
    identity_rejected: 'Sus documentos no fueron aceptados',
    assets_approved: 'Sus activos están verificados',
    assets_rejected: 'Su comprobante de activos no fue aceptado',
    adjustment_credited: 'Abono del exchange',
    prize_paid: 'Premio del concurso',
  },
  texts: {
    deposit_seen:
      'Llegaron {amount} por {network} y esperan confirmaciones. Transacción {transaction}',
    deposit_credited:
      '{amount} de {network} están en su cuenta al contado. Transacción {transaction}',
    deposit_reversed:
      '{network} ya no contiene la transacción {transaction}, por eso se retiraron {amount} de su cuenta.',
    in_site_received: 'Recibió {amount} de otro cliente del exchange.',
    claim_matched:
      'Se encontró el depósito de {amount} que reclamó. Se acredita cuando tenga sus confirmaciones.',
    claim_rejected: 'No se encontró el depósito de {amount} que reclamó. Motivo: {reason}',
    withdrawal_accepted:
      'Se están enviando {amount} a {address} por {network}. Si no fue usted, cancélelo de inmediato y cambie su contraseña.',
    withdrawal_review:
      '{amount} a {address} por {network}: nuestro personal lo revisa antes de enviarlo. Hasta entonces puede cancelarlo. Si no fue usted, hágalo y cambie su contraseña.',
    withdrawal_waiting:
      '{amount} a {address} por {network}: la dirección es nueva, así que espera un día o hasta que nuestro personal lo apruebe. Hasta entonces puede cancelarlo. Si no fue usted, hágalo y cambie su contraseña.',
    withdrawal_sent: 'Se enviaron {amount} a {address} por {network}. Transacción {transaction}',
    withdrawal_in_site: '{amount} fueron a {address}, que pertenece a otro cliente del exchange.',
    withdrawal_rejected:
      '{amount} a {address} no se enviaron. Vuelven a estar disponibles, y también la comisión. Motivo: {reason}',
    withdrawal_failed:
      '{amount} a {address} no se pudieron enviar. Vuelven a estar disponibles, y también la comisión.',
    margin_warning:
      'La tasa de margen de su cuenta de contratos en {currency} es {ratio} %. Al llegar a {least} % se liquidan sus posiciones. Transfiera fondos o cierre posiciones.',
    margin_call:
      'La tasa de margen de su cuenta de contratos en {currency} cayó a {ratio} %. Al llegar a {least} % se liquidan sus posiciones. Transfiera fondos o cierre posiciones ahora.',
    position_liquidated:
      '{market}, posición {subject}[ ({side}, lotes: {count})]: cerrada a {price} porque la tasa de margen cayó por debajo del mantenimiento. Resultado {result}',
    position_covered:
      '{market}, posición {subject}[ ({side}, lotes: {count})]: cerrada a {price} porque otra posición perdió lo que solo esta podía pagar. Resultado {result}',
    stop_loss_done:
      '{market}, posición {subject}[ ({side}, lotes: {count})]: cerrada a {price}. Resultado {result}',
    take_profit_done:
      '{market}, posición {subject}[ ({side}, lotes: {count})]: cerrada a {price}. Resultado {result}',
    position_opened:
      '{market}: su orden {subject} ({side}, lotes: {count}) se ejecutó a {price}. La posición está abierta.',
    margin_order_ended:
      '{market}: su orden {subject}[ ({side}, lotes: {count})] no se ejecutó[ a {price}]. {why}',
    ticket_won: '{market}, contrato {subject}[, importe {other}]: {result} después de la comisión',
    ticket_lost: '{market}, contrato {subject}[, importe {other}]: {result} con la comisión',
    ticket_drawn:
      '{market}, contrato {subject}: ambos precios fueron iguales[ ({price})]. Se devolvieron el importe[ ({other})] y la comisión.',
    ticket_void:
      '{market}, contrato {subject}: no hubo un precio reciente para liquidarlo. Se devolvieron el importe[ ({other})] y la comisión.',
    insurance_paid: 'Se pagaron {amount} por una pérdida de {other}.',
    insurance_ended: '{currency}, seguro {subject}: {why}',
    order_filled: '{market}: {side} {quantity} a {average} de media, orden {subject}',
    order_ended: '{market}: {quantity} de {total} ejecutado ({side}), orden {subject}. {why}',
    deal_opened: `La operación {subject} por {amount} está abierta. Si el comprador no paga y la marca en ${UNPAID_MINUTES} minutos, termina y las monedas vuelven al vendedor.`,
    deal_marked: `Operación {subject} por {amount}: solo la confirmación del vendedor o una resolución libera las monedas. Confirme cuando haya llegado el dinero o abra una disputa. Sin respuesta en ${ANSWER_HOURS} horas queda en disputa.`,
    deal_confirmed: 'Operación {subject}: {amount} fueron al comprador.',
    deal_rejected: 'Operación {subject}: {amount} volvieron al vendedor.',
    deal_expired: `Operación {subject}: no se marcó ningún pago en ${UNPAID_MINUTES} minutos. {amount} volvieron al vendedor.`,
    deal_disputed: 'Operación {subject} por {amount}: un operador la revisa y decide.',
    deal_paid: 'Operación {subject}: {amount} fueron al comprador. Motivo: {reason}',
    deal_returned: 'Operación {subject}: {amount} volvieron al vendedor. Motivo: {reason}',
    payment_credited: '{amount} están en su cuenta al contado.',
    payment_late:
      'Su pago por {amount} llegó fuera de plazo. Un operador lo acredita o lo reembolsa.',
    payment_refunded: 'Su pago por {amount} vuelve por donde vino. Motivo: {reason}',
    payment_refused: 'La pasarela rechazó su pago por {amount}. No se cobró nada.',
    identity_approved: 'Ya puede depositar, retirar y operar con aceptantes.',
    identity_rejected: 'Motivo: {reason}. Puede volver a solicitarlo.',
    assets_approved: 'Su límite diario de retiro es ahora mayor.',
    assets_rejected: 'Motivo: {reason}. Puede volver a solicitarlo.',
    adjustment_credited: 'Se abonaron {amount} en su cuenta.',
    prize_paid: '{amount} están en su cuenta al contado. ¡Enhorabuena!',
  },
  from: 'Desde {device}.',
  notYou:
    'Si no fue usted, cambie su contraseña de inmediato y póngase en contacto con atención al cliente.',
  freezes: {
    frozen:
      'Nadie puede iniciar sesión. Las órdenes abiertas se cancelaron y los retiros que aún no estaban firmados se devolvieron. Atención al cliente vuelve a abrir la cuenta.',
    unfrozen:
      'Puede iniciar sesión de nuevo. Si no lo pidió usted, póngase en contacto con atención al cliente.',
  },
  whys: {
    band: 'Su precio estaba demasiado lejos del precio de mercado.',
    outOfBand: 'Su precio estaba demasiado lejos del precio de mercado.',
    selfTrade: 'Se habría cruzado con una orden suya.',
    slippage: 'El precio se había movido demasiado.',
    decrement: 'Se encontró con una orden suya.',
    hold: 'Se agotó lo que podía gastar.',
    ioc: 'El resto no encontró contraparte.',
    liquidation: 'Lo que retenía hacía falta para las pérdidas de la cuenta.',
    cover: 'Lo que retenía hacía falta para las pérdidas de la cuenta.',
    margin: 'Cuando llegó su precio, la cuenta no tenía suficiente.',
    exposure: 'Cuando llegó su precio, el exchange no podía asumir más en este mercado.',
    gain: 'Ha ganado tanto como estaba asegurado.',
    expired: 'Su plazo terminó.',
    other: 'El exchange la terminó.',
  },
  sides: { buy: 'compra de', sell: 'venta de', long: 'largo', short: 'corto' },
  several: '{count} mensajes para usted',
  foot: 'Todos los mensajes están en su cuenta, en Mensajes. Allí también elige qué llega por correo.',
};
