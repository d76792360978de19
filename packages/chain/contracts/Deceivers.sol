// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

interface Token {
    function transfer(address to, uint256 value) external returns (bool);
}

/// A token whose transfers succeed, return false and move nothing.
contract SilentDollar {
    function decimals() external pure returns (uint8) {
        return 6;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }
}

/// Emits the log of a transfer without having a balance.
contract FakeLog {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function transfer(address to, uint256 value) external returns (bool) {
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// Moves coins in an inner call that reverts; the transaction around it succeeds.
contract RevertedInside {
    error Undone();

    function pretend(Token token, address payable to, uint256 value) external payable {
        try this.moveAndUndo{value: msg.value}(token, to, value) {} catch {}
    }

    function moveAndUndo(Token token, address payable to, uint256 value) external payable {
        token.transfer(to, value);
        (bool sent, ) = to.call{value: msg.value}("");
        require(sent);
        revert Undone();
    }
}
