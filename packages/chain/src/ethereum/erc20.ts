import { decodeFunctionData, encodeFunctionData, getAddress, parseAbi, type Hex } from 'viem';

const TRANSFER = parseAbi(['function transfer(address to, uint256 value) returns (bool)']);
/** keccak256 of Transfer(address,address,uint256). */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const CALL_LENGTH = 2 + (4 + 32 + 32) * 2;

export function encodeTransfer(to: string, amount: bigint): Hex {
  return encodeFunctionData({
    abi: TRANSFER,
    functionName: 'transfer',
    args: [getAddress(to), amount],
  });
}

/** The arguments of a `transfer` call, or undefined for any other data, even with one byte more. */
export function decodeTransfer(
  data: Hex,
): { readonly to: string; readonly amount: bigint } | undefined {
  if (data.length !== CALL_LENGTH) return undefined;
  try {
    const { args } = decodeFunctionData({ abi: TRANSFER, data });
    const [to, amount] = args;
    return encodeTransfer(to, amount) === data.toLowerCase() ? { to, amount } : undefined;
  } catch {
    return undefined;
  }
}

/** The address in an indexed topic. */
export function topicAddress(topic: string): string {
  return `0x${topic.slice(-40)}`;
}
