// Every test runs with the look-out for reads beside a transaction's own connection.
import { watchTransactions } from '../src/store/sql/transaction-guard.ts';

watchTransactions();
