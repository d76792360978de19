import type { Call } from '@meridian/contract/schema/call';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from './access.ts';
import { networkOf } from './client-addresses.ts';
import type { Session } from './handler.ts';
import {
  ENDING_PATHS,
  ownLimiter,
  SENSITIVE_PATHS,
  SENSITIVE_RATE,
  USER_RATE,
  type LimiterOf,
} from './limits.ts';
import type { OperatorAccess } from './operator-access.ts';
import { Refusal, tooMany } from './refusal.ts';
import { callHeaders } from './security-headers.ts';

export interface GuardOptions {
  readonly access: Access;
  readonly operators: OperatorAccess;
  readonly production: boolean;
  /** Off only for load tests. Limits on money are not among them. */
  readonly rateLimits: boolean;
  /** Where limits are counted. Left out: in this process alone. */
  readonly limiterOf?: LimiterOf;
}

export type Guard = (
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
) => void;

/**
 * The checks of every call before its body is read, besides the limit of all requests: a limit of
 * its own where the call is sensitive, the session, limits of the user.
 */
export function createGuard({
  access,
  operators,
  production,
  rateLimits,
  limiterOf = ownLimiter,
}: GuardOptions): (call: Call) => Guard {
  const headers = callHeaders(production);
  const perUser = limiterOf('user', USER_RATE);
  const sensitive = limiterOf('sensitive', SENSITIVE_RATE);
  return (call) => {
    const isSensitive = SENSITIVE_PATHS.has(call.path);
    const isEnding = ENDING_PATHS.has(call.path);
    function admit(request: FastifyRequest, session: Session | undefined): Error | undefined {
      request.session = session;
      if (session === undefined) {
        if (call.access === 'optional') return undefined;
        return new Refusal(
          request.headers.authorization === undefined ? 'session_required' : 'session_expired',
        );
      }
      return rateLimits && !isEnding
        ? tooMany(perUser.take(String(session.user), call.cost))
        : undefined;
    }
    /** A session of a customer is never one of an operator. */
    async function admitOperator(request: FastifyRequest): Promise<Error | undefined> {
      const operator = await operators.find(request.headers.authorization, request.address);
      if (operator === undefined) return new Refusal('operator_required');
      const refusal = await operators.refusalOf(operator, call, request.address);
      if (refusal !== undefined) return refusal;
      request.operator = operator;
      return undefined;
    }
    return (request, reply, done) => {
      reply.headers(headers);
      const refusal =
        rateLimits && isSensitive ? tooMany(sensitive.take(networkOf(request.address))) : undefined;
      if (refusal !== undefined || call.access === 'public') {
        done(refusal);
        return;
      }
      if (call.access === 'operator') {
        admitOperator(request).then(done, done);
        return;
      }
      const found = access.find(request.headers.authorization);
      if (found instanceof Promise) found.then((session) => done(admit(request, session)), done);
      else done(admit(request, found));
    };
  };
}
